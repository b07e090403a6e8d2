/* contact/narrow_grains.h -- narrow phase of grain pairs: finds those that touch and
 * gathers their data.
 *
 * The functions are inline, so that each instruction-set version of the chunk kernel has
 * its own copy.  About half of the candidate pairs touch, which no branch predictor can
 * guess.  The loops therefore compact the touching pairs without a branch:
 * row[c] = t; c += on[t];
 */
#ifndef GM_CONTACT_NARROW_GRAINS_H
#define GM_CONTACT_NARROW_GRAINS_H

#include "contact/block.h"
#include "scene/contacts.h"

/* a - b in three lanes, a + b in the fourth. */
#define GM_DIFFERENCE ((gm_row4){-1.0, -1.0, -1.0, 1.0})

/* Finds the touching pairs among [k0, k0 + n), n <= GM_BLOCK, and returns their number.
 * k->row receives their indices minus k0, k->d their {x_a - x_b, r_a + r_b}.  With an
 * adhesive law, pairs that touched in the last step count as touching.  Pairs that have
 * separated lose their history and stored force; k->new_row receives new contacts. */
GM_INLINE int gm_narrow_grains(gm_block *restrict k, const gm_grain *restrict g,
                               gm_contacts *restrict list, gm_index k0, int n)
{
  const gm_index *restrict a = list->a + k0, *restrict b = list->b + k0;
  uint8_t *restrict was = list->touched + k0;
  int *restrict on = k->on;
  const double *restrict d = (const double *)k->d;

  for (int t = 0; t < n; ++t)
    k->d[t] = g[a[t]].x + GM_DIFFERENCE * g[b[t]].x;
  if (list->image) { /* use the periodic image of b */
    const uint8_t *restrict image = list->image + k0;
    for (int t = 0; t < n; ++t)
      k->d[t] -= list->shift[image[t]];
  }
  for (int t = 0; t < n; t += 2) { /* two histories per cache line */
    __builtin_prefetch(&list->history[k0 + n + t], 1);
  }
  const int up =
      (n + 15) / 16 * 16; /* whole vectors; entries past n are not read */
#pragma omp simd simdlen(16)
  for (int t = 0; t < up; ++t) {
    on[t] = d[4 * t] * d[4 * t] + d[4 * t + 1] * d[4 * t + 1] +
                d[4 * t + 2] * d[4 * t + 2] <
            d[4 * t + 3] * d[4 * t + 3];
  }
  if (list->adheres) { /* detached pairs still have a stored force */
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
    for (int t = 0; t < m; ++t)
      gm_contacts_part(list, k0 + k->row[t]);
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

/* Gathers velocities, spins and history of the c touching contacts. */
GM_INLINE void gm_narrow_grains_fill(gm_block *restrict k,
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

/* Pads the c > 0 contacts to whole vectors with copies of the last.  Returns the padded
 * count. */
GM_INLINE int gm_narrow_grains_pad(gm_block *restrict k, int c)
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
