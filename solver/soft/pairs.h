/* soft/pairs.h -- force-law coefficients of the contacts of a block, by pair of
 * materials.
 *
 * It is a header so that each instruction-set version of the chunk kernel inlines it.
 */
#ifndef GM_SOFT_PAIRS_H
#define GM_SOFT_PAIRS_H

#include "soft/local_friction.h"
#include "soft/work.h"

GM_INLINE void gm_pairs_columns(gm_block *k, int t, const gm_coefficients *c)
{
#define GM_PAIRS_FILL_COLUMN(NAME) k->NAME[t] = c->NAME;
  GM_COEFFICIENTS(GM_PAIRS_FILL_COLUMN)
}

GM_INLINE void gm_pairs_couple_columns(gm_block *k, int t,
                                       const gm_couple_coefficients *c)
{
  GM_COUPLE_COEFFICIENTS(GM_PAIRS_FILL_COLUMN)
#undef GM_PAIRS_FILL_COLUMN
}

/* Values of `pair` if the contacts of a block differ in their pair of materials: the
 * columns of coefficients are still empty, or filled. */
enum { GM_PAIRS_DIFFERENT = -1, GM_PAIRS_FILLED = -2 };

/* If all c contacts have the same pair of materials and `each` is 0, returns that pair
 * (an index into the tables).  Otherwise fills the columns of coefficients, padded to
 * `up`, and returns GM_PAIRS_FILLED. */
static inline gm_index gm_pairs_fill(const gm_work *w, gm_block *k, gm_index k0,
                                     int c, int up, int each)
{
  int *pair = k->on,
      other = each; /* scratch: the narrow phase no longer needs it */
  for (int t = 0; t < c; ++t) {
    pair[t] = gm_model_pair(w->scene, k0 + k->row[t]);
    other |= pair[t] ^ pair[0];
  }
  if (!other) return pair[0];
  for (int t = 0; t < up; ++t) {
    const gm_index p = pair[t < c ? t : c - 1];
    gm_pairs_columns(k, t, &w->model->table[p]);
    if (w->model->couple)
      gm_pairs_couple_columns(k, t, &w->model->couple_table[p]);
  }
  return GM_PAIRS_FILLED;
}

/* The pair of materials of the grain-structure contacts of a block, as the force law
 * needs it; fills the columns of coefficients if one varies over a structure. */
static inline gm_index gm_pairs_structures(const gm_work *w, gm_block *k,
                                           gm_index k0, int c, int up)
{
  if (!w->varies) return w->pair_structures;
  gm_pairs_fill(w, k, k0, c, up, 1);
  gm_local_friction_apply(k, w->scene, k0, c, up);
  return GM_PAIRS_FILLED;
}

#endif
