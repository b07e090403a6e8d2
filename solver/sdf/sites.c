/* sdf/sites.c -- lists the sites of a lattice. */
#include "sdf/sites.h"

#include "base/memory.h"

enum { EDGE = GM_BRICK_CELLS + 1 };

void gm_sites_number_bricks(const gm_lattice *l, int64_t *number)
{
  const int64_t entries = l->key
                              ? (int64_t)l->last + 1
                              : (int64_t)l->size[0] * l->size[1] * l->size[2];
  for (int64_t at = 0; at < entries; ++at) {
    if (l->table[at] >= 0) number[l->table[at]] = l->key ? l->key[at] : at;
  }
}

/* Lists the sites that a brick owns; those of a far face belong to the next brick, if
 * the table has one.  Returns how many. */
static size_t list_brick(const gm_lattice *l, const gm_brick *b, int64_t number,
                         gm_vec3 *place, gm_site *site)
{
  const gm_index at[3] = {(gm_index)(number / l->size[2] / l->size[1]),
                          (gm_index)(number / l->size[2] % l->size[1]),
                          (gm_index)(number % l->size[2])};
  gm_index own[3];
  for (int a = 0; a < 3; ++a)
    own[a] = at[a] + 1 < l->size[a] ? GM_BRICK_CELLS : EDGE;
  size_t n = 0, stored = b->first;
  for (gm_index row = 0; row < GM_BRICK_ROWS; ++row) {
    const gm_index i = row / EDGE, j = row % EDGE;
    for (gm_index k = 0; k < EDGE; ++k) {
      if (!(b->row[row] >> k & 1)) continue;
      const size_t from = stored++;
      if (i >= own[0] || j >= own[1] || k >= own[2]) continue;
      if (place) {
        place[n] = gm_lattice_place(l, GM_BRICK_CELLS * at[0] + i,
                                    GM_BRICK_CELLS * at[1] + j,
                                    GM_BRICK_CELLS * at[2] + k);
      }
      if (site) site[n] = l->site[from];
      ++n;
    }
  }
  return n;
}

/* Lists one simple cubic lattice. */
static gm_status list_lattice(const gm_lattice *l, gm_vec3 *place,
                              gm_site *site)
{
  int64_t *number = NULL;
  GM_TRY(GM_RESIZE(number, 0, l->n_bricks));
  gm_sites_number_bricks(l, number);
  size_t n = 0;
  for (gm_index b = 0; b < l->n_bricks; ++b) {
    n += list_brick(l, &l->brick[b], number[b], place ? place + n : NULL,
                    site ? site + n : NULL);
  }
  GM_FREE(number);
  return GM_OK;
}

gm_status gm_sites_list(const gm_lattice *l, gm_vec3 *place, gm_site *site)
{
  GM_TRY(list_lattice(l, place, site));
  size_t n = l->n_sites;
  for (int k = 0; l->rest && k < 3; ++k) {
    GM_TRY(list_lattice(&l->rest[k], place ? place + n : NULL,
                        site ? site + n : NULL));
    n += l->rest[k].n_sites;
  }
  return GM_OK;
}

double gm_sites_spacing(const gm_lattice *l)
{
  return l->rest ? l->spacing / sqrt(2.0) : l->spacing;
}

static size_t steps(double min, double max, double spacing)
{
  return (size_t)llround((max - min) / spacing) + 1;
}

size_t gm_sites_grid(const gm_vec3 *place, size_t n, double spacing)
{
  if (n == 0) return 0;
  gm_vec3 min = place[0], max = place[0];
  for (size_t s = 1; s < n; ++s) {
    const gm_vec3 x = place[s];
    min = gm_vec(fmin(min.x, x.x), fmin(min.y, x.y), fmin(min.z, x.z));
    max = gm_vec(fmax(max.x, x.x), fmax(max.y, x.y), fmax(max.z, x.z));
  }
  return steps(min.x, max.x, spacing) * steps(min.y, max.y, spacing) *
         steps(min.z, max.z, spacing);
}
