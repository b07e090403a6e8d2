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
  for (gm_index k = 0; k < s->n; ++k) GM_FREE(s->row[k].motion);
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
