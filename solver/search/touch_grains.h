/* search/touch_grains.h -- narrow phase of grain on grain: which rows touch, and their data.
 *
 * Room: search.  May include: base, scene.
 *
 * Inline, so that it is compiled with each clone of the chunk.  No branch depends on a row:
 * half the candidates touch and nobody can predict which, so touching rows are compacted
 * (row[c] = t; c += on[t];) instead of tested.
 */
#ifndef GM_SEARCH_TOUCH_GRAINS_H
#define GM_SEARCH_TOUCH_GRAINS_H

#include "scene/block.h"
#include "scene/contacts.h"

/* a - b in three lanes, a + b in the fourth. */
#define GM_DIFFERENCE ((gm_row4){-1.0, -1.0, -1.0, 1.0})

/* Touching rows among [k0, k0 + n), n <= GM_BLOCK: their numbers minus k0 in k->row, their
 * {x_a - x_b, r_a + r_b} in k->d; where contacts adhere, also rows that touched.  Rows that have stopped touching forget their history,
 * and their record if they have one.  Those that begin to touch are noted.  Returns the count. */
GM_INLINE int gm_touch_grains(gm_block *restrict k, const gm_grain *restrict g,
                              gm_contacts *restrict list, gm_index k0, int n)
{
  const gm_index *restrict a = list->a + k0, *restrict b = list->b + k0;
  uint8_t *restrict was = list->touched + k0;
  int *restrict on = k->on;
  const double *restrict d = (const double *)k->d;

  for (int t = 0; t < n; ++t)
    k->d[t] = g[a[t]].x + GM_DIFFERENCE * g[b[t]].x;
  if (list->image) { /* b is seen at its image */
    const uint8_t *restrict image = list->image + k0;
    for (int t = 0; t < n; ++t)
      k->d[t] -= list->shift[image[t]];
  }
  for (int t = 0; t < n; t += 2) { /* two rows of history per line */
    __builtin_prefetch(&list->history[k0 + n + t], 1);
  }
  const int up =
      (n + 15) / 16 * 16; /* whole vectors; rows past n are not read */
#pragma omp simd simdlen(16)
  for (int t = 0; t < up; ++t) {
    on[t] = d[4 * t] * d[4 * t] + d[4 * t + 1] * d[4 * t + 1] +
                d[4 * t + 2] * d[4 * t + 2] <
            d[4 * t + 3] * d[4 * t + 3];
  }
  if (list->adheres) { /* what tore is still in its record */
    for (int t = 0; t < n; ++t) {
      const gm_index row = k0 + t;
      on[t] |= was[t];
      if (on[t] || row >= list->n_cross) continue;
      list->record[row] = (gm_load){0};
      if (list->couple) list->couple_record[row] = (gm_load){0};
    }
  }
  int lost = 0, found = 0;
  for (int t = 0; t < n; ++t) {
    lost |= was[t] & (on[t] ^ 1);
    found |= (was[t] ^ 1) & on[t];
  }
  k->n_new = 0;
  for (int t = 0; found && t < n; ++t) {
    k->new_row[k->n_new] = t;
    k->n_new += (was[t] ^ 1) & on[t];
  }
  if (lost) {
    int m = 0;
    for (int t = 0; t < n; ++t) {
      k->row[m] = t;
      m += was[t] & (on[t] ^ 1);
    }
    for (int t = 0; t < m; ++t) {
      const gm_index row = k0 + k->row[t];
      list->history[row] = (gm_row4){0.0, 0.0, 0.0, 0.0};
      if (list->couple) list->couple[row] = (gm_row4){0.0, 0.0, 0.0, 0.0};
      if (row >= list->n_cross) continue;
      list->record[row] = (gm_load){0};
      if (list->couple) list->couple_record[row] = (gm_load){0};
    }
  }
  for (int t = 0; t < n; ++t)
    was[t] = (uint8_t)on[t];
  int c = 0;
  for (int t = 0; t < n; ++t) {
    k->row[c] = t;
    c += on[t];
  }
  for (int t = 0; t < c; ++t)
    k->d[t] = k->d[k->row[t]]; /* t <= row[t] */
  return c;
}

/* Data of the c touching rows: velocities, spins, history. */
GM_INLINE void gm_touch_fill_grains(gm_block *restrict k,
                                    const gm_grain *restrict g,
                                    const gm_row4 *restrict w,
                                    const gm_contacts *restrict list,
                                    gm_index k0, int c)
{
  const gm_index *restrict a = list->a + k0, *restrict b = list->b + k0;
  for (int t = 0; t < c; ++t) {
    const int row = k->row[t];
    const gm_index i = a[row], j = b[row];
    k->v[t] = g[i].v + GM_DIFFERENCE * g[j].v;
    k->s[t] = w[i][3] * w[i] + w[j][3] * w[j]; /* fourth lane: r_a^2 + r_b^2 */
    k->h[t] = list->history[k0 + row];
  }
}

/* Pad rows [c, whole vectors) with copies of the last; c > 0.  Returns the padded count. */
GM_INLINE int gm_touch_pad(gm_block *restrict k, int c)
{
  int up = c;
  for (; up % GM_LANES; ++up) {
    k->d[up] = k->d[c - 1];
    k->v[up] = k->v[c - 1];
    k->s[up] = k->s[c - 1];
    k->h[up] = k->h[c - 1];
  }
  return up;
}

#endif
