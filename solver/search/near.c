/* search/near.c -- a coarse grid that lists the structures near each cell. */
#include "search/near.h"

#include "base/memory.h"
#include <string.h>

enum {
  FEW = 4,          /* structures that need no grid */
  MOST = 16,        /* cells along an axis          */
  MOST_COPIES = 64, /* likewise where there are copies of bodies */
};

static const double sure = 1.0e-9; /* margin over rounding, relative */

/* Bounds of a structure in the world, widened by `reach` and moved by `shift`. */
static void bound_near_structure(const gm_structure *s, double reach,
                                 const gm_row4 shift, double low[3],
                                 double high[3])
{
  if (s->kind >= 0) {
    const double at[3] = {s->pose.position.x, s->pose.position.y,
                          s->pose.position.z};
    for (int a = 0; a < 3; ++a) {
      low[a] = at[a] - s->ball;
      high[a] = at[a] + s->ball;
    }
  } else {
    gm_structures_bounds(s, low, high);
  }
  for (int a = 0; a < 3; ++a) {
    low[a] += shift[a];
    high[a] += shift[a];
    low[a] -= reach + sure * (fabs(low[a]) + reach);
    high[a] += reach + sure * (fabs(high[a]) + reach);
  }
}

/* Finds the cells [from, to) that a structure is near; false if there are none. */
static int cover_near(const gm_near *g, const gm_structure *s, double reach,
                      gm_row4 shift, int from[3], int to[3])
{
  const double origin[3] = {g->origin.x, g->origin.y, g->origin.z};
  double low[3], high[3];
  const int bounded = gm_structures_bounded(s);
  if (bounded) bound_near_structure(s, reach, shift, low, high);
  for (int a = 0; a < 3; ++a) {
    from[a] = 0;
    to[a] = g->n[a];
    if (!bounded) continue;
    const double first = floor((low[a] - origin[a]) * g->per[a]);
    const double last = floor((high[a] - origin[a]) * g->per[a]);
    if (!s->present || first >= g->n[a] || last < 0.0) return 0;
    if (first > 0.0) from[a] = (int)first;
    if (last < g->n[a] - 1) to[a] = (int)last + 1;
  }
  return s->present;
}

static void lay_near_grid(gm_near *g, const gm_cells *c,
                          const gm_structures *all)
{
  const int most = all->n > all->named ? MOST_COPIES : MOST;
  const int cells[3] = {c->level[0].nx, c->level[0].ny, c->level[0].nz};
  const double size[3] = {c->size.x, c->size.y, c->size.z};
  g->origin = c->origin;
  for (int a = 0; a < 3; ++a) {
    g->n[a] = cells[a] < most ? cells[a] : most;
    if (all->n <= FEW) g->n[a] = 1;
    g->per[a] = g->n[a] / size[a];
  }
}

/* Visits the cells that an image of structure s is near. */
static void walk_near_one(gm_near *g, const gm_structures *all, double reach,
                          gm_index s, int image, gm_row4 shift, int enter)
{
  int from[3], to[3];
  if (!cover_near(g, &all->row[s], reach, shift, from, to)) return;
  for (int x = from[0]; x < to[0]; ++x) {
    for (int y = from[1]; y < to[1]; ++y) {
      gm_index *cell = &g->start[(x * g->n[1] + y) * g->n[2]];
      for (int z = from[2]; z < to[2]; ++z) {
        if (enter) {
          g->structure[cell[z]++] = s + image * all->n;
        } else {
          ++cell[z + 1];
        }
      }
    }
  }
}

/* Visits all cells that structures are near: counts or enters (`enter`) the
 * structures, copies also as their images. */
static void walk_near_structures(gm_near *g, const gm_structures *all,
                                 const gm_domain *d, double reach, int enter)
{
  const gm_row4 none = {0.0, 0.0, 0.0, 0.0};
  for (gm_index s = 0; s < all->n; ++s) {
    const gm_structure *b = &all->row[s];
    if (b->reflects) continue; /* makes no contacts */
    walk_near_one(g, all, reach, s, 0, none, enter);
    if (b->kind < 0 || !b->images) continue;
    for (int k = 1; k < GM_DOMAIN_IMAGES; ++k)
      if (!(gm_domain_axes(k) & ~b->images))
        walk_near_one(g, all, reach, s, k, d->shift[k], enter);
  }
}

gm_status gm_near_sort(gm_near *g, const gm_structures *structures,
                       const gm_domain *domain, const gm_cells *grains,
                       double reach)
{
  lay_near_grid(g, grains, structures);
  const size_t cells = (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
  if (cells + 1 > g->start_capacity) {
    GM_TRY(GM_RESIZE(g->start, 0, cells + 1));
    g->start_capacity = cells + 1;
  }
  memset(g->start, 0, (cells + 1) * sizeof *g->start);
  walk_near_structures(g, structures, domain, reach, 0);
  for (size_t k = 0; k < cells; ++k)
    g->start[k + 1] += g->start[k];
  const size_t entries = (size_t)g->start[cells];
  if (entries > g->capacity) {
    GM_TRY(GM_RESIZE(g->structure, 0, 2 * entries));
    g->capacity = 2 * entries;
  }
  walk_near_structures(g, structures, domain, reach, 1);
  memmove(g->start + 1, g->start, cells * sizeof *g->start);
  g->start[0] = 0;
  return GM_OK;
}

void gm_near_clear(gm_near *g)
{
  GM_FREE(g->start);
  GM_FREE(g->structure);
  *g = (gm_near){0};
}
