/* step/pairs.h -- the coefficients of the rows of a block.
 *
 * Room: step.  May include: all rooms below.
 *
 * In a header, so that it is compiled with each clone of the chunk.
 */
#ifndef GM_STEP_PAIRS_H
#define GM_STEP_PAIRS_H

#include "step/chunk.h"
#include "step/vary.h"

GM_INLINE void gm_pairs_columns(gm_block *k, int t, const gm_coefficients *c)
{
  k->kn[t] = c->kn;
  k->kt[t] = c->kt;
  k->cn[t] = c->cn;
  k->ct[t] = c->ct;
  k->mu[t] = c->mu;
  k->least[t] = c->least;
  k->cohesion[t] = c->cohesion;
}

GM_INLINE void gm_pairs_couple_columns(gm_block *k, int t,
                                       const gm_couple_coefficients *c)
{
  k->rolling[t] = c->rolling;
  k->rolling_damping[t] = c->rolling_damping;
  k->torsion[t] = c->torsion;
}

/* The pair of materials of a row, as a row of the tables. */
static inline gm_index gm_pairs_of(const gm_chunk_work *w, gm_index row)
{
  const gm_contacts *list = &w->scene->contacts;
  const gm_index *material = w->scene->grains.material;
  const gm_index a = material[list->a[row]], b = list->b[row];
  if (row < list->n_grain) return a * GM_MATERIALS_MAX + material[b];
  const gm_structure *body = &w->scene->structures.row[b];
  const gm_index other =
      body->mirror ? a
                   : gm_structures_material(body, gm_contacts_patch(list, row));
  return a * GM_MATERIALS_MAX + other;
}

/* What `pair` of rows is that differ: their coefficients are still to be filled in, or are. */
enum { GM_PAIRS_DIFFERENT = -1, GM_PAIRS_FILLED = -2 };

/* Several materials: the pair of all c rows, as a row of the tables, unless `each` has to have its
 * own; or GM_PAIRS_FILLED, and then the coefficients of each row, padded to `up`. */
static inline gm_index gm_pairs_fill(const gm_chunk_work *w, gm_block *k,
                                     gm_index k0, int c, int up, int each)
{
  int *pair = k->on, other = each; /* done with */
  for (int t = 0; t < c; ++t) {
    pair[t] = gm_pairs_of(w, k0 + k->row[t]);
    other |= pair[t] ^ pair[0];
  }
  if (!other) return pair[0];
  for (int t = 0; t < up; ++t) {
    const gm_index p = pair[t < c ? t : c - 1];
    gm_pairs_columns(k, t, &w->table[p]);
    if (w->couple) gm_pairs_couple_columns(k, t, &w->couple_table[p]);
  }
  return GM_PAIRS_FILLED;
}

/* The pair of the rows of a block on structures, as apply_law wants it; where a coefficient varies
 * over a structure, it is theirs alone. */
static inline gm_index gm_pairs_structures(const gm_chunk_work *w, gm_block *k,
                                           gm_index k0, int c, int up)
{
  if (!w->varies) return w->pair_structures;
  gm_pairs_fill(w, k, k0, c, up, 1);
  gm_vary_friction(k, w->scene, k0, c, up);
  return GM_PAIRS_FILLED;
}

#endif
