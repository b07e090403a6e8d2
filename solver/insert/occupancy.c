/* insert/occupancy.c -- a hash grid of the grains inserted so far. */
#include "insert/occupancy.h"

gm_status gm_occupancy_init(gm_occupancy *p, gm_index capacity, double largest)
{
  *p = (gm_occupancy){0};
  GM_TRY(gm_sphere_hash_begin(&p->hash, capacity, largest));
  return gm_sphere_hash_reserve(&p->hash, (size_t)capacity + 1);
}

void gm_occupancy_clear(gm_occupancy *p)
{
  gm_sphere_hash_clear(&p->hash);
  *p = (gm_occupancy){0};
}

void gm_occupancy_add(gm_occupancy *p, const gm_grains *g)
{
  for (; p->n < g->n; ++p->n)
    gm_sphere_hash_put(&p->hash, p->n, gm_row_vec(g->g[p->n].x));
}

static gm_index occupancy_conflicting_grain(const gm_occupancy *p,
                                            const gm_grains *g, gm_vec3 x,
                                            double r, double allowed)
{
  const gm_sphere_hash *h = &p->hash;
  const int64_t cx = gm_sphere_hash_cell(h, x.x),
                cy = gm_sphere_hash_cell(h, x.y),
                cz = gm_sphere_hash_cell(h, x.z);
  for (int k = 0; k < 27; ++k) {
    gm_index i = *gm_sphere_hash_head(h, cx + k / 9 - 1, cy + k / 3 % 3 - 1,
                                      cz + k % 3 - 1);
    for (; i >= 0; i = h->next[i]) {
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
  gm_index other = occupancy_conflicting_grain(p, g, x, r, allowed);
  const gm_domain *d = p->domain;
  for (int k = 1; d && d->periodic && other < 0 && k < GM_DOMAIN_IMAGES; ++k) {
    int exists = 1, across = 1;
    for (int a = 0; a < 3; ++a) {
      const double at = a == 0 ? x.x : a == 1 ? x.y : x.z;
      const double min = a == 0 ? d->min.x : a == 1 ? d->min.y : d->min.z;
      const int sides = gm_domain_sides(k, a);
      /* An image shifted upwards can only be near the upper face, and vice versa. */
      exists &= !sides || d->side[a] > 0.0;
      if (sides > 0) across &= at - min > d->side[a] - 2.0 * p->hash.width;
      if (sides < 0) across &= at - min < 2.0 * p->hash.width;
    }
    if (!exists || !across) continue;
    other = occupancy_conflicting_grain(
        p, g, gm_sub(x, gm_row_vec(d->shift[k])), r, allowed);
  }
  return other;
}
