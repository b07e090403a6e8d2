/* contact/mobility.h -- effective mass of contacts of grains that are not free spheres.
 *
 * Grains that are partly a continuum, grains that are held, members of clumps.
 */
#ifndef GM_CONTACT_MOBILITY_H
#define GM_CONTACT_MOBILITY_H

#include "contact/block.h"
#include "scene/scene.h"

/* Contacts of grains that are partly a continuum.
 *
 * A grain of weight w is w parts discrete and 1 - w parts continuum (points/zones.h).
 * With the weights of its grains, or of its only grain, a contact has the factor
 *
 *   W = (w_a + w_b) / 2,   W = w_a at a structure
 *
 * which multiplies its whole force: elastic, damping and friction.  The law itself sees
 * the masses of whole grains, so that damping ratio, limit of friction and history do
 * not depend on the weights, and a bed of equal weights moves as one of whole grains. */

/* Gives c contacts the inverse effective mass of whole grains. */
GM_INLINE void gm_mobility_whole(gm_block *restrict k, const gm_scene *s,
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
GM_INLINE void gm_mobility_weigh(gm_block *restrict k, const gm_scene *s,
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

/* Effective mass of contacts between two held bodies.
 *
 * A held grain has no mobility, so a pair of them has an infinite effective mass, from
 * which no dashpot can be made. */

/* Sets the mobility of contacts between two held grains to its value for free grains.
 * k0: index in the list of the block's first pair; c: contacts in the block. */
GM_INLINE void gm_mobility_held(gm_block *restrict k, const gm_scene *s,
                                gm_index k0, int c)
{
  const gm_contacts *list = &s->contacts;
  for (int t = 0; t < c; ++t) {
    if (k->v[t][3] != 0.0) continue;
    const gm_index row = k0 + k->row[t], b = list->b[row];
    const double own = gm_grains_mobility(&s->grains, list->a[row]);
    k->v[t][3] = row < list->n_grain ? own + gm_grains_mobility(&s->grains, b)
                 : s->structures.row[b].mirror ? 2.0 * own
                                               : own;
  }
}

/* Effective mass of contacts of clumps.
 *
 * A force at a contact also turns the clump, so the inverse effective mass along the
 * normal n is 1/M + (a x n) I^-1 (a x n), with the place a of the member from the centre.
 * With it the law meets its restitution wherever a clump is hit. */

/* What the rotation of its clump adds to the mobility of grain i along n. */
GM_INLINE double gm_mobility_of_clump(const gm_scene *s, gm_index i, gm_vec3 n)
{
  const gm_grain_member *m = &s->grains.member[i];
  if (!m->clump) return 0.0;
  return gm_clumps_turning(&s->clumps.row[m->clump - 1], m->seat, n);
}

/* Adds it for the c touching pairs of grains of a block.  k0: index in the list of the
 * first pair of the block. */
GM_INLINE void gm_mobility_clump_grains(gm_block *restrict k, const gm_scene *s,
                                        gm_index k0, int c)
{
  const gm_contacts *list = &s->contacts;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t];
    const gm_vec3 n = gm_unit(gm_row_vec(k->d[t]));
    k->v[t][3] += gm_mobility_of_clump(s, list->a[row], n) +
                  gm_mobility_of_clump(s, list->b[row], n);
  }
}

/* The same for contacts with structures, which share the clump; a mirror makes a pair of
 * clumps, which both turn. */
GM_INLINE void gm_mobility_clump_structures(gm_block *restrict k,
                                            const gm_scene *s, gm_index k0,
                                            int c)
{
  const gm_contacts *list = &s->contacts;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t], i = list->a[row];
    const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]};
    const gm_grain_member *m = &s->grains.member[i];
    if (!m->clump) continue;
    k->v[t][3] +=
        s->structures.row[list->b[row]].mirror
            ? 2.0 * gm_mobility_of_clump(s, i, n)
            : gm_clumps_shared(&s->clumps.row[m->clump - 1], m->seat, n);
  }
}

#endif
