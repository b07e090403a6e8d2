/* points/points.c -- memory of the material points, and their reordering. */
#include "points/points.h"

#include "base/memory.h"

void gm_points_clear(gm_points *p)
{
  GM_FREE(p->p);
  GM_FREE(p->tag);
  GM_FREE(p->now);
  GM_FREE(p->spare);
  GM_FREE(p->spare_tag);
  *p = (gm_points){0};
}

gm_status gm_points_reserve(gm_points *p, gm_index capacity)
{
  if (capacity <= p->capacity) return GM_OK;
  GM_TRY(GM_RESIZE(p->p, p->n, capacity));
  GM_TRY(GM_RESIZE(p->tag, p->n, capacity));
  GM_TRY(GM_RESIZE(p->now, 0, capacity));
  GM_TRY(GM_RESIZE(p->spare, 0, capacity));
  GM_TRY(GM_RESIZE(p->spare_tag, 0, capacity));
  p->capacity = capacity;
  return GM_OK;
}

void gm_points_append(gm_points *p, gm_vec3 x, gm_vec3 v, double m,
                      double volume, gm_strain b, double time)
{
  GM_ASSERT(p->n < p->capacity && m > 0.0 && volume > 0.0);
  const gm_index i = p->n++;
  b.off[3] = 1.0;
  p->p[i] = (gm_point){gm_row(x, m), gm_row(v, volume), b};
  p->tag[i] = (gm_point_tag){.id = p->next++, .born = time};
}

void gm_points_permute(gm_points *p, const gm_index *from, gm_index n)
{
  GM_ASSERT(n <= p->n);
  for (gm_index k = 0; k < n; ++k) {
    p->spare[k] = p->p[from[k]];
    p->spare_tag[k] = p->tag[from[k]];
  }
  gm_point *const row = p->p;
  gm_point_tag *const tag = p->tag;
  p->p = p->spare;
  p->tag = p->spare_tag;
  p->spare = row;
  p->spare_tag = tag;
  p->n = n;
}
