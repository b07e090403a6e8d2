/* sdf/edge_field: virtual particles alone give the distance near edges and corners.
 *
 * Polyhedra that are thick, thin and hollow, flat sheets and a vee, with grains of radius
 * 1: no distance of a grain that touches comes from triangles; at PLACES places over
 * edges and corners distances and gradients are those of the triangles within 1e-6 r.
 * Between two places 1e-6 r apart, across cells and features, the distance changes by no
 * more (sites have errors of 1e-9, gradients a length of 1 within 1e-6).
 *
 * A prism of 96 sides is one of these polyhedra, whose faces meet at 3.75 degrees: few
 * nearest points lie on its edges.  In a narrow pipe a cell may see more faces than a
 * field holds, and triangles serve it, but no field lacks one.  As a cylinder it has
 * curved rims: sites have the error that the tolerance allows (1.3e-4 r) at the rim as
 * elsewhere, and nowhere larger jumps than that. */
#include "sdf/edge_field.h"

#include "body/query_batch.h"
#include "carried.h"
#include "check.h"
#include "random.h"
#include "shapes.h"
#include <string.h>

enum { PLACES = 4000 };

static solid make(const char *name)
{
  const gm_vec3 o = {0.13, 0.07, 0.03};
  if (!strcmp(name, "cube")) return solid_box(o, gm_vec(20.13, 20.07, 20.03));
  if (!strcmp(name, "die")) return solid_box(o, gm_vec(2.13, 2.07, 2.03));
  if (!strcmp(name, "needle")) return solid_box(o, gm_vec(20.0, 0.5, 0.4));
  if (!strcmp(name, "plate")) return solid_box(o, gm_vec(9.0, 9.0, 0.3));
  if (!strcmp(name, "bracket")) return solid_bracket(12.0, 3.0);
  if (!strcmp(name, "vee")) return shapes_vee(0.5);
  if (!strcmp(name, "throat")) return shapes_drum(36);
  return solid_outwards(shapes_drum(96));
}

static const struct {
  const char *name;
  double size; /* factor of lengths */
  gm_facing facing;
  double turn;           /* degrees */
  double error;          /* r */
  int places, triangles; /* least and most of these; 0: of a half, none */
} rows[] = {
    {"cube", 1.0, GM_FACING_AUTO, 0.0, 1.0e-6, 0, 0},
    {"cube", 1.0, GM_FACING_AUTO, 30.0, 1.0e-6, 0, 0},
    {"die", 1.0, GM_FACING_AUTO, 0.0, 1.0e-6, 0, 0},
    {"needle", 1.0, GM_FACING_AUTO, 0.0, 1.0e-6, 0, 0},
    {"plate", 1.0, GM_FACING_AUTO, 30.0, 1.0e-6, 0, 0},
    {"bracket", 1.0, GM_FACING_AUTO, 0.0, 1.0e-6, 0, 0},
    {"vee", 20.0, GM_FACING_BOTH, 0.0, 1.0e-6, 0, 0},
    {"drum", 20.0, GM_FACING_OUTSIDE, 0.0, 1.0e-6, 0, 0},
    {"throat", 3.0, GM_FACING_INSIDE, 0.0, 1.0e-6, 300, 150},
    {"drum", 20.0, GM_FACING_OUTSIDE, 30.0, 1.4e-4, 0, 0},
};

static gm_vec3 any_way(void)
{
  for (;;) {
    const gm_vec3 v = {random_between(-1.0, 1.0), random_between(-1.0, 1.0),
                       random_between(-1.0, 1.0)};
    const double length = gm_norm(v);
    if (length > 0.1 && length < 1.0) return gm_scale(1.0 / length, v);
  }
}

/* A place over an edge, or a corner, of a triangle. */
static gm_vec3 draw(const gm_surface *s)
{
  const gm_index t = (gm_index)(random_between(0.0, 1.0) * s->n) % s->n;
  const gm_vec3 a = s->point[s->corner[t][0]], b = s->point[s->corner[t][1]];
  const double any = random_between(-0.3, 1.3);
  const double part = fmin(fmax(any, 0.0), 1.0);
  return gm_madd(gm_madd(a, part, gm_sub(b, a)), random_between(0.5, 1.2),
                 any_way());
}

static void check_row(int k)
{
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const carried_options o = {.r_min = 1.0,
                             .r_max = 1.0,
                             .tolerance = 0.02,
                             .turn = GM_PI / 180.0 * rows[k].turn,
                             .facing = rows[k].facing};
  solid made = make(rows[k].name);
  for (gm_index c = 0; c < 3 * made.n; ++c)
    made.corner[c] = gm_scale(rows[k].size, made.corner[c]);
  const gm_structure *s =
      carried_structure(&p, made, &o, pair_material(&p, 7800.0, 1.0e7, 0.25));
  int n = 0, near = 0, exact = 0;
  double off = 0.0, turned = 0.0, jump = 0.0;
  for (int tried = 0; s->collider && n < PLACES && tried < 400000; ++tried) {
    const gm_vec3 y = draw(&s->surface);
    const int at = tried % s->shape.n;
    const gm_patch *patch = gm_shape_patch(&s->shape, at);
    const gm_query_result e = gm_mesh_collider_query(&s->collider->sdf[at], y);
    if (!(e.distance > 0.94 && e.distance < 1.0)) continue;
    if (gm_mesh_collider_query_surface(s->collider, y).distance < 0.94)
      continue;
    const gm_query_result r = gm_query_batch_single(patch, y, 1.0);
    ++n;
    exact += gm_query_result_by_triangles(&r);
    near += patch->sites->edges != NULL;
    off = fmax(off, fabs(r.distance - e.distance));
    turned = fmax(turned, gm_norm(gm_sub(r.gradient, e.gradient)));
    const gm_vec3 z = gm_madd(y, 1.0e-6, any_way());
    const gm_query_result q = gm_query_batch_single(patch, z, 1.1);
    jump = fmax(jump, fabs(q.distance - r.distance));
  }
  printf("%-8s %4.0f %6d %6d %10.1e %10.1e %10.1e\n", rows[k].name,
         rows[k].turn, n, exact, off, turned, jump);
  const int places = rows[k].places ? rows[k].places : PLACES / 2;
  const int most = rows[k].triangles;
  CHECK(n > places && (near == n || most) && exact <= most);
  CHECK(off < rows[k].error && jump < 1.1e-6 + 2.0 * rows[k].error);
  CHECK(turned < (rows[k].error < 1.0e-5 ? 1.0e-6 : 0.01));
  pair_clear(&p);
}

int main(void)
{
  puts("shape    turn places  by triangles  distance   gradient   jump (r)");
  for (int k = 0; k < (int)(sizeof rows / sizeof *rows); ++k)
    check_row(k);
  return CHECK_REPORT();
}
