/* smooth/quadric.h -- normal at a point from a quadric through its neighbours. */
#ifndef GM_SMOOTH_QUADRIC_H
#define GM_SMOOTH_QUADRIC_H

#include "smooth/fans.h"

/* Unit normal at the point of a fan, from the quadric z = a x + b y + A x^2 + B x y + C
 * y^2, fitted by least squares to two rings of neighbours in the frame whose z axis is
 * guess[fan].  Returns guess[fan] itself where the fan is open, its neighbours are few or
 * at very different distances, or the fit is steep or ill-conditioned; there the mean of
 * the facets is more accurate.  Requires: corners and dihedral angles of *fans are
 * set. */
gm_vec3 gm_quadric_normal(const gm_fans *fans, const gm_surface *surface,
                          const gm_vec3 *guess, gm_index fan);

#endif
