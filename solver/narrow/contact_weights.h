/* narrow/contact_weights.h -- contacts of grains that are partly a continuum.
 *
 * A grain of weight w is w parts discrete and 1 - w parts continuum (zones/zones.h).
 * With the weights of its grains, or of its only grain, a contact has the factor
 *
 *   W = (w_a + w_b) / 2,   W = w_a at a structure
 *
 * which multiplies its whole force: elastic, damping and friction.  The law itself sees
 * the masses of whole grains, so that damping ratio, limit of friction and history do
 * not depend on the weights, and a bed of equal weights moves as one of whole grains.
 */
#ifndef GM_NARROW_CONTACT_WEIGHTS_H
#define GM_NARROW_CONTACT_WEIGHTS_H

#include "narrow/block.h"
#include "scene/scene.h"

/* Gives c contacts the inverse effective mass of whole grains. */
GM_INLINE void gm_contact_weights_fill(gm_block *restrict k, const gm_scene *s,
                                       gm_index k0, int c)
{
  const gm_contacts *list = &s->contacts;
  const gm_grains *g = &s->grains;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t], a = list->a[row], b = list->b[row];
    const double own = g->g[a].v[3];
    if (row < list->n_grain) {
      k->v[t][3] = g->weight[a] * own + g->weight[b] * g->g[b].v[3];
      continue;
    }
    const double sides = s->structures.row[b].mirror ? 2.0 : 1.0;
    k->v[t][3] += sides * (g->weight[a] - 1.0) * own;
  }
}

/* Multiplies forces, torques and losses of c contacts by their W. */
GM_INLINE void gm_contact_weights_apply(gm_block *restrict k, const gm_scene *s,
                                        gm_index k0, int c, int couples)
{
  for (int t = 0; t < c; ++t) {
    const double w = gm_scene_weight(s, k0 + k->row[t]);
    k->fx[t] *= w;
    k->fy[t] *= w;
    k->fz[t] *= w;
    k->dissipated[t] *= w;
    k->frictional[t] *= w;
    k->load[t] *= w;
    k->stiffness[t] *= w;
    if (!couples) continue;
    k->m[t].f *= w;
    k->m[t].t *= w;
  }
}

#endif
