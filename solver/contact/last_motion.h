/* contact/last_motion.h -- gathers the displacement of grains in the last step, for laws
 * that read it.
 *
 * It stands in the block over dt, beside the velocities and with their signs: k->lv is to
 * k->v, k->ls to k->s what gm_grains.moved is to velocity and spin.  The wall of a
 * structure counts as if its velocity had been constant in the last step.
 */
#ifndef GM_CONTACT_LAST_MOTION_H
#define GM_CONTACT_LAST_MOTION_H

#include "contact/block.h"
#include "scene/contacts.h"
#include "scene/structures.h"

GM_INLINE void gm_last_motion_pad(gm_block *restrict k, int c, int up)
{
  for (int t = c; t < up; ++t) {
    k->lv[t] = k->lv[c - 1];
    k->ls[t] = k->ls[c - 1];
  }
}

/* Grain pairs: the c touching contacts of a block, padded to `up`. */
GM_INLINE void gm_last_motion_grains(gm_block *restrict k, const gm_grains *g,
                                     const gm_contacts *list, gm_index k0,
                                     int c, int up)
{
  for (int t = 0; t < c; ++t) {
    const gm_index i = list->a[k0 + k->row[t]], j = list->b[k0 + k->row[t]];
    const gm_grain_moved *a = &g->moved[i], *b = &g->moved[j];
    k->lv[t] = a->v - b->v;
    k->ls[t] = g->w[i][3] * a->w + g->w[j][3] * b->w;
  }
  gm_last_motion_pad(k, c, up);
}

/* Grain-structure contacts, likewise.  A mirror image moves as the grain does. */
GM_INLINE void gm_last_motion_structures(gm_block *restrict k,
                                         const gm_grains *g,
                                         const gm_structures *structures,
                                         const gm_contacts *list, gm_index k0,
                                         int c, int up)
{
  for (int t = 0; t < c; ++t) {
    const gm_index i = list->a[k0 + k->row[t]];
    const gm_row4 v = g->moved[i].v - g->g[i].v;
    const gm_row4 w = g->moved[i].w - g->w[i];
    if (structures->row[list->b[k0 + k->row[t]]].mirror) {
      const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]};
      const double twice = 2.0 * gm_dot(gm_row_vec(v), n);
      k->lv[t] = k->v[t] + gm_row(gm_scale(twice, n), 0.0);
      k->ls[t] = k->s[t];
    } else {
      k->lv[t] = k->v[t] + v;
      k->ls[t] = k->s[t] + g->w[i][3] * w;
    }
  }
  gm_last_motion_pad(k, c, up);
}

#endif
