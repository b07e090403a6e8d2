/* structure/quadric.h -- the normal at a point by a quadric through its neighbours.
 *
 * Room: structure.  May include: base.  A part of gm_fans_build.
 */
#ifndef GM_STRUCTURE_QUADRIC_H
#define GM_STRUCTURE_QUADRIC_H

#include "structure/fans.h"

/* The normal of  z = a x + b y + A x^2 + B x y + C y^2  fitted by least squares to two rings
 * around the point of a fan, in the frame of its normal guess[fan]; unit.  guess[fan] itself where
 * the fan is open, its neighbours are few or lie at very different distances, or the fit is steep
 * or ill-conditioned: there a quadric says less than the mean of the facets.
 * Requires: corners and turns of *fans are there. */
gm_vec3 gm_quadric_normal(const gm_fans *fans, const gm_surface *surface,
                          const gm_vec3 *guess, gm_index fan);

#endif
