/* tests/paddle.c -- a pitched blade. */
#include "paddle.h"
#include "import/assemble.h"

#include "body/mesh_collider.h"
#include "check.h"
#include "random.h"
#include "shapes.h"
#include <stdlib.h>

static const double width = 0.0315; /* m  of the grid */

void paddle_init(paddle *p, int nodes, int steps, int refine)
{
  *p = (paddle){.nodes = nodes, .steps = steps};
  p->spacing = width / (nodes - 1);
  p->r = p->spacing / gm_mesh_collider_largest_spacing(1.0, PADDLE_OVERLAP);
  p->half = gm_scale(width / 63.0, gm_vec(19.7, 3.2, 14.3));
  p->pitch = gm_quat_rotation(gm_vec(GM_PI / 6.0, 0.0, 0.0));
  solid s = solid_refine(solid_box(gm_scale(-1.0, p->half), p->half), refine);
  for (gm_index k = 0; k < 3 * s.n; ++k)
    s.corner[k] = gm_quat_rotate(p->pitch, s.corner[k]);
  gm_surface_init(&p->surface);
  CHECK(gm_assemble_corners(&p->surface, s.corner, s.n, "paddle") == GM_OK);
  free(s.corner);
  CHECK(gm_distance_create(&p->surface, NULL, &p->distance) == GM_OK);
  CHECK(gm_sign_create(&p->surface, p->distance, &p->side) == GM_OK);
}

void paddle_clear(paddle *p)
{
  gm_sign_free(&p->side);
  gm_distance_free(&p->distance);
  gm_surface_clear(&p->surface);
}

gm_quat paddle_turned(const paddle *p, double steps)
{
  return gm_quat_rotation(gm_vec(0.0, 0.0, 2.0 * GM_PI * steps / p->steps));
}

static gm_vec3 largest_axis(gm_vec3 q)
{
  if (q.x >= q.y && q.x >= q.z) return gm_vec(1.0, 0.0, 0.0);
  return q.y >= q.z ? gm_vec(0.0, 1.0, 0.0) : gm_vec(0.0, 0.0, 1.0);
}

gm_query_result paddle_exact(const paddle *p, gm_vec3 y)
{
  const gm_vec3 b = gm_quat_unrotate(p->pitch, y);
  const gm_vec3 q = gm_sub(gm_vec(fabs(b.x), fabs(b.y), fabs(b.z)), p->half);
  const gm_vec3 out = gm_vec(fmax(q.x, 0.0), fmax(q.y, 0.0), fmax(q.z, 0.0));
  const double deep = fmax(q.x, fmax(q.y, q.z)), off = gm_norm(out);
  const gm_vec3 n = deep > 0.0 ? gm_scale(1.0 / off, out) : largest_axis(q);
  const gm_vec3 g = {copysign(n.x, b.x), copysign(n.y, b.y),
                     copysign(n.z, b.z)};
  return (gm_query_result){deep > 0.0 ? off : deep, gm_quat_rotate(p->pitch, g),
                           0, 0, 0};
}

void paddle_grains(const paddle *p, gm_vec3 *y, int n)
{
  const gm_vec3 room = gm_add(p->half, gm_vec(p->r, p->r, p->r));
  random_begin();
  for (int k = 0; k < n;) {
    const gm_vec3 b = {random_between(-room.x, room.x),
                       random_between(-room.y, room.y),
                       random_between(-room.z, room.z)};
    y[k] = gm_quat_rotate(p->pitch, b);
    const double d = paddle_exact(p, y[k]).distance;
    k += d > (1.0 - PADDLE_OVERLAP) * p->r && d < p->r;
  }
}

static gm_query_result to_world(const paddle_now *now, gm_query_result in_body)
{
  in_body.gradient = gm_quat_rotate(now->q, in_body.gradient);
  return in_body;
}

gm_query_result paddle_field(const void *now, gm_vec3 x)
{
  const paddle_now *w = now;
  return to_world(w, paddle_exact(w->p, gm_quat_unrotate(w->q, x)));
}

gm_query_result paddle_triangles(const void *now, gm_vec3 x)
{
  const paddle_now *w = now;
  return to_world(w, gm_sign_query(w->p->side, gm_quat_unrotate(w->q, x)));
}
