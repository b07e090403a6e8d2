/* contact/rows.h -- the loop that applies a force law to the contacts of a block.
 *
 * All laws share this loop.  `force` is a constant inline function, so that each law gets
 * its own vectorised copy.
 */
#ifndef GM_CONTACT_ROWS_H
#define GM_CONTACT_ROWS_H

#include "contact/law.h"

typedef gm_law_force gm_rows_law(gm_coefficients c, gm_law_time time,
                                 gm_law_contact contact);

/* Coefficient NAME of contact t, as an initialiser. */
#define GM_ROWS_OWN(NAME) .NAME = k->NAME[t],

GM_INLINE void gm_rows_loop(gm_block *restrict k, int n, gm_law_time time,
                            gm_coefficients same, int alike, gm_rows_law *force)
{
  const double *restrict h = (const double *)k->h;
#pragma omp simd simdlen(GM_LANES)
  for (int t = 0; t < n; ++t) {
    const gm_coefficients own = {GM_COEFFICIENTS(GM_ROWS_OWN)};
    const gm_law_contact contact = {
        .overlap = k->overlap[t],
        .slope = k->slope[t],
        .radius = k->radius[t],
        .mobility = k->mobility[t],
        .normal = {k->nx[t], k->ny[t], k->nz[t]},
        .velocity = {k->vx[t], k->vy[t], k->vz[t]},
        .moved = {k->lx[t], k->ly[t], k->lz[t]},
        .spring = {h[4 * t], h[4 * t + 1], h[4 * t + 2]},
        .memory = h[4 * t + 3],
    };
    const gm_law_force o = force(alike ? same : own, time, contact);
    k->fx[t] = o.force.x;
    k->fy[t] = o.force.y;
    k->fz[t] = o.force.z;
    k->hx[t] = o.spring.x;
    k->hy[t] = o.spring.y;
    k->hz[t] = o.spring.z;
    k->ha[t] = o.memory;
    k->dissipated[t] = o.dissipated;
    k->frictional[t] = o.frictional;
    k->load[t] = o.load;
    k->stiffness[t] = o.stiffness;
  }
}

/* Applies `force` to the first n contacts, n whole vectors; `same` as in
 * gm_law.forces. */
GM_INLINE void gm_rows_apply(gm_block *restrict k, int n, gm_law_time time,
                             const gm_coefficients *same, gm_rows_law *force)
{
  if (same)
    gm_rows_loop(k, n, time, *same, 1, force);
  else
    gm_rows_loop(k, n, time, (gm_coefficients){0}, 0, force);
}

/* Defines the two functions of a law's descriptor from its NAME_force: NAME_forces, the
 * loop over a block, and NAME_query for one contact. */
#define GM_ROWS_LAW(NAME)                                                      \
  GM_CLONED static void NAME##_forces(gm_block *k, int n, gm_law_time time,    \
                                      const gm_coefficients *same)             \
  {                                                                            \
    gm_rows_apply(k, n, time, same, NAME##_force);                             \
  }                                                                            \
  static gm_law_force NAME##_query(const gm_coefficients *c, gm_law_time time, \
                                   const gm_law_contact *contact)              \
  {                                                                            \
    return NAME##_force(*c, time, *contact);                                   \
  }

#endif
