/* clump/ball_union.h -- volume, centre and inertia of a union of balls or discs.
 *
 * What lies in several balls counts once.  Slices along z are unions of discs, whose
 * integrals are closed forms; the integral over z is by Gauss's rule between the heights
 * where slices change their kind.
 */
#ifndef GM_CLUMP_BALL_UNION_H
#define GM_CLUMP_BALL_UNION_H

#include "base/status.h"
#include "base/types.h"
#include "rigid/mass.h"

typedef struct gm_ball {
  gm_vec3 x; /* m */
  double r;  /* m */
} gm_ball;

/* *m receives the union of n >= 1 balls of density 1: the mass is its volume (m3).
 * *error receives the difference to the result of a coarser rule, relative to the volume
 * and to the largest moment.  GM_ERR_MEMORY. */
gm_status gm_ball_union_mass(const gm_ball *ball, gm_index n, gm_mass *m,
                             double *error);

/* The same of discs in the plane z = 0, of thickness t (m) along z: exact but for
 * round-off.  Only the moment about z and that of the plane are meant: inertia xx and yy
 * lack the thickness. */
gm_status gm_ball_union_plane(const gm_ball *disc, gm_index n, double t,
                              gm_mass *m);

#endif
