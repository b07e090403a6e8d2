/* sdf/remove_sites.c -- removes virtual particles from a lattice. */
#include "sdf/remove_sites.h"

#include "base/memory.h"
#include "sdf/sites.h"

enum { EDGE = GM_BRICK_CELLS + 1 };

/* The sites to remove, and how they count afterwards. */
typedef struct cut {
  gm_remove_sites_test *out;
  const void *of;
  gm_remove_sites_as as;
} cut;

/* Does this brick own the site at[3]?  If not, the next brick owns it. */
static int owns(const gm_lattice *l, const gm_index first[3],
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
static size_t thin(gm_lattice *l, gm_brick *b, int64_t number, const cut *c,
                   size_t to)
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
        l->n_sites -= (size_t)owns(l, first, at);
      } else {
        l->site[to + n++] = site;
      }
    }
    b->row[row] = left;
  }
  return n;
}

static gm_status thin_one(gm_lattice *l, const cut *c)
{
  int64_t *number = NULL;
  GM_TRY(GM_RESIZE(number, 0, l->n_bricks + 1));
  gm_sites_number_bricks(l, number);
  size_t stored = 0;
  for (gm_index b = 0; b < l->n_bricks; ++b)
    stored += thin(l, &l->brick[b], number[b], c, stored);
  l->n_stored = stored;
  GM_FREE(number);
  return GM_OK;
}

gm_status gm_remove_sites_where(gm_lattice *l, gm_remove_sites_test *out,
                                const void *of, gm_remove_sites_as as)
{
  const cut c = {out, of, as};
  GM_TRY(thin_one(l, &c));
  for (int k = 0; l->rest && k < 3; ++k)
    GM_TRY(thin_one(&l->rest[k], &c));
  return GM_OK;
}
