/* narrow/clump_mobility.h -- effective mass of contacts of clumps.
 *
 * A force at a contact also turns the clump, so the inverse effective mass along the
 * normal n is 1/M + (a x n) I^-1 (a x n), with the place a of the member from the centre.
 * With it the law meets its restitution wherever a clump is hit.
 */
#ifndef GM_NARROW_CLUMP_MOBILITY_H
#define GM_NARROW_CLUMP_MOBILITY_H

#include "narrow/block.h"
#include "scene/scene.h"

/* What the rotation of its clump adds to the mobility of grain i along n. */
GM_INLINE double gm_clump_mobility_of(const gm_scene *s, gm_index i, gm_vec3 n)
{
  const gm_grain_member *m = &s->grains.member[i];
  if (!m->clump) return 0.0;
  return gm_clumps_turning(&s->clumps.row[m->clump - 1], m->seat, n);
}

/* Adds it for the c touching pairs of grains of a block.  k0: index in the list of the
 * first pair of the block. */
GM_INLINE void gm_clump_mobility_grains(gm_block *restrict k, const gm_scene *s,
                                        gm_index k0, int c)
{
  const gm_contacts *list = &s->contacts;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t];
    const gm_vec3 n = gm_unit(gm_row_vec(k->d[t]));
    k->v[t][3] += gm_clump_mobility_of(s, list->a[row], n) +
                  gm_clump_mobility_of(s, list->b[row], n);
  }
}

/* The same for contacts with structures, which share the clump; a mirror makes a pair of
 * clumps, which both turn. */
GM_INLINE void gm_clump_mobility_structures(gm_block *restrict k,
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
            ? 2.0 * gm_clump_mobility_of(s, i, n)
            : gm_clumps_shared(&s->clumps.row[m->clump - 1], m->seat, n);
  }
}

#endif
