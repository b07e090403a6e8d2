/* structure/shortlist.h -- which triangles may be nearest within a flagged cell.
 *
 * Room: structure.  May include: base.
 *
 * Where sites err too much (flag.h) the piece's triangles answer.  Of all of them a few may be
 * the nearest of some point in a cell; they are found once, so that no tree is searched when
 * a grain asks.  Each eighth of the cell has a set of its own:
 *
 *   brick -> its cell -> its eighth -> triangles, rising
 *
 * A triangle is left out of a box with middle c and half side a only if it is farther than the
 * nearest one, s, everywhere in it.  Distances from a triangle, d_t, are convex, and
 * d_s(y) <= |y - foot_s(c)|, so with unit gradients g
 *
 *   d_t(y) - d_s(y) >= d_t(c) - d_s(c) - a |g_t - g_s|_1 - 3 a^2 / (2 d_s(c))
 *
 * Facets are the triangles that lists name, packed and in the same order.
 *
 * Eighths in which more may be nearest than GM_SHORTLIST_LONG have none: there the tree answers.
 */
#ifndef GM_STRUCTURE_SHORTLIST_H
#define GM_STRUCTURE_SHORTLIST_H

#include "structure/distance.h"
#include "structure/facet.h"
#include "structure/lattice.h"

enum {
  GM_SHORTLIST_MOST = 32,  /* triangles of a list that eighths share */
  GM_SHORTLIST_LONG = 128, /* triangles of an eighth */
  GM_SHORTLIST_WORDS = 8,  /* of 64 cells, of a brick */
  GM_SHORTLIST_PARTS = 8   /* of a cell */
};

/* Cells of a brick that have a list: bit 8 j + k of word i is cell (i, j, k). */
typedef struct gm_shortlist_brick {
  uint64_t listed[GM_SHORTLIST_WORDS];
  uint16_t before[GM_SHORTLIST_WORDS]; /* cells in earlier words */
  uint32_t first;                      /* its first cell */
} gm_shortlist_brick;

/* Eighth p = 4 x + 2 y + z, each 0 or 1, has those of the names from first + from[p] on whose
 * bits are set in set[p]: all eighths share one list if that is short enough, and every from[]
 * is 0.  Else each has a list of its own, up to from[p + 1], longer than the set perhaps. */
typedef struct gm_shortlist_cell {
  uint32_t first;
  uint16_t from[GM_SHORTLIST_PARTS + 1];
  uint32_t set[GM_SHORTLIST_PARTS];
} gm_shortlist_cell;

typedef struct gm_shortlist {
  gm_index n_bricks;
  size_t n_cells, n_names, n_facets;
  gm_shortlist_brick *brick; /* [n_bricks of the lattice] */
  gm_shortlist_cell *cell;   /* [n_cells] */
  gm_index *name;            /* [n_names] facets */
  gm_facet *facet;           /* [n_facets] rising by triangle */
} gm_shortlist;

/* Facets bit 0, 1, ... of `set` from `name` on, and all from MOST up to `end`; an empty set: not
 * listed. */
typedef struct gm_shortlist_set {
  const gm_index *name;
  uint32_t set;
  int end;
} gm_shortlist_set;

/* Fill *list, which is empty, for the flagged cells of `lattice`, of distances from
 * `distance`, made of `surface`.  The same on any number of threads.
 * GM_ERR_MEMORY: *list is empty. */
gm_status gm_shortlist_build(gm_shortlist *list, const gm_lattice *lattice,
                             const gm_surface *surface,
                             const gm_distance *distance);

/* Release every column and leave *list empty. */
void gm_shortlist_clear(gm_shortlist *list);

size_t gm_shortlist_bytes(const gm_shortlist *list);

/* What serves cell (i, j, k) of a brick; null: nothing is listed. */
GM_INLINE const gm_shortlist_cell *
gm_shortlist_find(const gm_shortlist *l, gm_index brick, int i, int j, int k)
{
  const gm_shortlist_brick *b = &l->brick[brick];
  const uint64_t bit = (uint64_t)1 << (8 * j + k);
  if (!(b->listed[i] & bit)) return NULL;
  return &l->cell[b->first + b->before[i] +
                  (uint32_t)__builtin_popcountll(b->listed[i] & (bit - 1))];
}

/* Which triangles serve the place (u, v, w) in cells, each in [0, 1], of a cell. */
GM_INLINE gm_shortlist_set gm_shortlist_at(const gm_shortlist *l,
                                           const gm_shortlist_cell *c, double u,
                                           double v, double w)
{
  const int part = 4 * (u >= 0.5) + 2 * (v >= 0.5) + (w >= 0.5);
  return (gm_shortlist_set){&l->name[c->first + c->from[part]], c->set[part],
                            c->from[part + 1] - c->from[part]};
}

#endif
