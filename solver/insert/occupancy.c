/* insert/occupancy.c -- a hash grid of the grains inserted so far. */
#include "insert/occupancy.h"

#include "base/memory.h"

gm_status gm_occupancy_init(gm_occupancy *p, gm_index capacity, double largest)
{
  *p = (gm_occupancy){
      .width = 2.0 * largest, .capacity = capacity, .n_buckets = 64};
  while (p->n_buckets < capacity)
    p->n_buckets *= 2;
  GM_TRY(GM_RESIZE(p->head, 0, p->n_buckets));
  GM_TRY(GM_RESIZE(p->next, 0, capacity + 1));
  for (gm_index k = 0; k < p->n_buckets; ++k)
    p->head[k] = -1;
  return GM_OK;
}

void gm_occupancy_clear(gm_occupancy *p)
{
  GM_FREE(p->head);
  GM_FREE(p->next);
  *p = (gm_occupancy){0};
}

static gm_index bucket_at(const gm_occupancy *p, int64_t x, int64_t y,
                          int64_t z)
{
  return gm_occupancy_bucket(x, y, z, p->n_buckets);
}

void gm_occupancy_add(gm_occupancy *p, const gm_grains *g)
{
  for (; p->n < g->n; ++p->n) {
    const gm_row4 x = g->g[p->n].x;
    const gm_index b = bucket_at(p, gm_occupancy_cell(x[0], p->width),
                                 gm_occupancy_cell(x[1], p->width),
                                 gm_occupancy_cell(x[2], p->width));
    p->next[p->n] = p->head[b];
    p->head[b] = p->n;
  }
}

static gm_index conflicting_grain(const gm_occupancy *p, const gm_grains *g,
                                  gm_vec3 x, double r, double allowed)
{
  const int64_t cx = gm_occupancy_cell(x.x, p->width),
                cy = gm_occupancy_cell(x.y, p->width);
  const int64_t cz = gm_occupancy_cell(x.z, p->width);
  for (int k = 0; k < 27; ++k) {
    const gm_index b =
        bucket_at(p, cx + k / 9 - 1, cy + k / 3 % 3 - 1, cz + k % 3 - 1);
    for (gm_index i = p->head[b]; i >= 0; i = p->next[i]) {
      const gm_row4 q = g->g[i].x;
      if (p->still && gm_grains_still(g, i)) continue;
      const double distance = gm_norm(gm_sub(x, gm_row_vec(q)));
      if (r + q[3] - distance > allowed * fmin(r, q[3])) return i;
    }
  }
  return -1;
}

gm_index gm_occupancy_overlap(const gm_occupancy *p, const gm_grains *g,
                              gm_vec3 x, double r, double allowed)
{
  gm_index other = conflicting_grain(p, g, x, r, allowed);
  const gm_domain *d = p->domain;
  for (int k = 1; d && d->periodic && other < 0 && k < GM_DOMAIN_IMAGES; ++k) {
    int exists = 1, across = 1;
    for (int a = 0; a < 3; ++a) {
      const double at = a == 0 ? x.x : a == 1 ? x.y : x.z;
      const double min = a == 0 ? d->min.x : a == 1 ? d->min.y : d->min.z;
      const int sides = gm_domain_sides(k, a);
      /* An image shifted upwards can only be near the upper face, and vice versa. */
      exists &= !sides || d->side[a] > 0.0;
      if (sides > 0) across &= at - min > d->side[a] - 2.0 * p->width;
      if (sides < 0) across &= at - min < 2.0 * p->width;
    }
    if (!exists || !across) continue;
    other =
        conflicting_grain(p, g, gm_sub(x, gm_row_vec(d->shift[k])), r, allowed);
  }
  return other;
}
