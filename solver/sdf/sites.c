/* sdf/sites.c -- lists the sites of a lattice, and removes some.
 *
 * A brick stores the sites of its far faces too, which its neighbours own.
 */
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
static size_t list_site_brick(const gm_lattice *l, const gm_brick *b,
                              int64_t number, gm_vec3 *place, gm_site *site)
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
static gm_status list_site_lattice(const gm_lattice *l, gm_vec3 *place,
                                   gm_site *site)
{
  int64_t *number = NULL;
  GM_TRY(GM_RESIZE(number, 0, l->n_bricks));
  gm_sites_number_bricks(l, number);
  size_t n = 0;
  for (gm_index b = 0; b < l->n_bricks; ++b) {
    n += list_site_brick(l, &l->brick[b], number[b], place ? place + n : NULL,
                         site ? site + n : NULL);
  }
  GM_FREE(number);
  return GM_OK;
}

gm_status gm_sites_list(const gm_lattice *l, gm_vec3 *place, gm_site *site)
{
  GM_TRY(list_site_lattice(l, place, site));
  size_t n = l->n_sites;
  for (int k = 0; l->rest && k < 3; ++k) {
    GM_TRY(list_site_lattice(&l->rest[k], place ? place + n : NULL,
                             site ? site + n : NULL));
    n += l->rest[k].n_sites;
  }
  return GM_OK;
}

double gm_sites_spacing(const gm_lattice *l)
{
  return l->rest ? l->spacing / sqrt(2.0) : l->spacing;
}

static size_t site_lattice_steps(double min, double max, double spacing)
{
  return (size_t)llround((max - min) / spacing) + 1;
}

size_t gm_sites_grid(const gm_vec3 *place, size_t n, double spacing)
{
  if (n == 0) return 0;
  gm_vec3 min = place[0], max = place[0];
  for (size_t s = 1; s < n; ++s) {
    const gm_vec3 x = place[s];
    min = gm_least(min, x);
    max = gm_most(max, x);
  }
  return site_lattice_steps(min.x, max.x, spacing) *
         site_lattice_steps(min.y, max.y, spacing) *
         site_lattice_steps(min.z, max.z, spacing);
}

/* Removes virtual particles from a lattice. */

/* The sites to remove, and how they count afterwards. */
typedef struct site_cut {
  gm_remove_sites_test *out;
  const void *of;
  gm_remove_sites_as as;
} site_cut;

/* Does this brick own the site at[3]?  If not, the next brick owns it. */
static int owns_site(const gm_lattice *l, const gm_index first[3],
                     const gm_index at[3])
{
  int own = 1;
  for (int a = 0; a < 3; ++a) {
    const gm_index last = GM_BRICK_CELLS * l->size[a];
    own &= at[a] < first[a] + GM_BRICK_CELLS || at[a] == last;
  }
  return own;
}

/* Removes sites of one brick and moves the others down to `to`.  Returns how many
 * remain. */
static size_t site_thin_bricks(gm_lattice *l, gm_brick *b, int64_t number,
                               const site_cut *c, size_t to)
{
  const gm_index first[3] = {
      GM_BRICK_CELLS * (gm_index)(number / l->size[2] / l->size[1]),
      GM_BRICK_CELLS * (gm_index)(number / l->size[2] % l->size[1]),
      GM_BRICK_CELLS * (gm_index)(number % l->size[2])};
  const uint32_t under = c->as == GM_REMOVED_MISSING;
  size_t from = b->first, n = 0;
  b->first = (uint32_t)to;
  for (gm_index row = 0; row < GM_BRICK_ROWS; ++row) {
    const uint32_t word = b->row[row];
    uint32_t left = word & ~(0x3ffu << 18);
    left |= (uint32_t)n << 18;
    for (gm_index k = 0; k < EDGE; ++k) {
      if (!(word >> k & 1)) continue;
      const gm_site site = l->site[from++];
      const gm_index at[3] = {first[0] + row / EDGE, first[1] + row % EDGE,
                              first[2] + k};
      if (c->out(c->of, l, at, &site)) {
        left ^= 1u << k | under << (EDGE + k);
        l->n_sites -= (size_t)owns_site(l, first, at);
      } else {
        l->site[to + n++] = site;
      }
    }
    b->row[row] = left;
  }
  return n;
}

static gm_status site_thin_one(gm_lattice *l, const site_cut *c)
{
  int64_t *number = NULL;
  GM_TRY(GM_RESIZE(number, 0, l->n_bricks + 1));
  gm_sites_number_bricks(l, number);
  size_t stored = 0;
  for (gm_index b = 0; b < l->n_bricks; ++b)
    stored += site_thin_bricks(l, &l->brick[b], number[b], c, stored);
  l->n_stored = stored;
  GM_FREE(number);
  return GM_OK;
}

gm_status gm_sites_remove(gm_lattice *l, gm_remove_sites_test *out,
                          const void *of, gm_remove_sites_as as)
{
  const site_cut c = {out, of, as};
  GM_TRY(site_thin_one(l, &c));
  for (int k = 0; l->rest && k < 3; ++k)
    GM_TRY(site_thin_one(&l->rest[k], &c));
  return GM_OK;
}

/* Removes the virtual particles of one brick. */

/* Is the site in the brick that contains the point? */
static int is_site_in_hole(const void *of, const gm_lattice *l,
                           const gm_index at[3], const gm_site *site)
{
  const gm_vec3 off = gm_sub(*(const gm_vec3 *)of, l->origin);
  const double side = GM_BRICK_CELLS * l->spacing;
  const double brick[3] = {floor(off.x / side), floor(off.y / side),
                           floor(off.z / side)};
  (void)site;
  int in = 1;
  for (int a = 0; a < 3; ++a) {
    in &= brick[a] >= 0.0 && brick[a] < l->size[a] &&
          at[a] / GM_BRICK_CELLS == (gm_index)brick[a];
  }
  return in;
}

gm_status gm_sites_cut_hole(gm_lattice *l, gm_vec3 at)
{
  if (!isfinite(gm_norm2(at))) return GM_OK;
  return gm_sites_remove(l, is_site_in_hole, &at, GM_REMOVED_MISSING);
}
