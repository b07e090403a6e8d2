/* scene/structures.c -- the structures.  Room: scene. */
#include "scene/structures.h"

#include "base/memory.h"

gm_status gm_structures_init(gm_structures *s, gm_index n)
{
  *s = (gm_structures){0};
  GM_TRY(GM_RESIZE(s->row, 0, n));
  s->n = n;
  return GM_OK;
}

void gm_structures_clear(gm_structures *s)
{
  for (gm_index k = 0; k < s->n; ++k) {
    GM_FREE(s->row[k].motion);
    gm_surface_clear(&s->row[k].surface);
    gm_lattice_clear(&s->row[k].lattice);
  }
  GM_FREE(s->row);
  *s = (gm_structures){0};
}

double gm_structures_speed(const gm_structure *s, gm_vec3 min, gm_vec3 max)
{
  /* The farthest corner of the box from the body origin bounds the lever. */
  const gm_vec3 p = s->pose.position;
  const gm_vec3 far = {fmax(fabs(min.x - p.x), fabs(max.x - p.x)),
                       fmax(fabs(min.y - p.y), fabs(max.y - p.y)),
                       fmax(fabs(min.z - p.z), fabs(max.z - p.z))};
  return gm_norm(s->pose.velocity) + gm_norm(s->pose.spin) * gm_norm(far);
}

gm_index gm_structures_nearest(const gm_structures *structures, gm_vec3 x,
                               double reach, gm_probe *probe)
{
  gm_index nearest = -1;
  for (gm_index s = 0; s < structures->n; ++s) {
    const gm_structure *body = &structures->row[s];
    if (!body->present) continue;
    const gm_vec3 y = gm_pose_to_body(&body->pose, x);
    for (int p = 0; p < body->shape.n; ++p) {
      gm_probe q = gm_shape_probe(&body->shape.patch[p], y);
      if (q.under) q.distance = 0.0; /* inside, and no site says how deep */
      if (q.distance > reach) continue;
      if (nearest >= 0 && q.distance >= probe->distance) continue;
      nearest = s;
      *probe = q;
      probe->gradient = gm_quat_rotate(body->pose.orientation, q.gradient);
    }
  }
  return nearest;
}
