/* integrate/reflect.h -- reflection of grains by faces of the domain.
 *
 * Between two kicks by contacts a grain flies on the parabola that gravity makes.  Where
 * its surface meets a reflecting face the normal velocity changes its sign, and the
 * grain goes on from there.  With u the velocity of the move (in the middle of the
 * step), a the part of gravity along the normal, s the time from the start of the step
 * to the impact and y the gap after the move, the state after the step is
 *
 *   u <- -u + a (dt - 2 s)      y <- -y + a (dt - s)^2
 *
 * Without gravity this is the mirror image: angle of incidence = angle of reflection.
 * Tangential velocity, spin and acceleration stay.  The flight with its reflections is
 * exact, so a grain alone keeps its energy to round-off; a grain that lies on the face,
 * whose rebounds are shorter than a step, stays there.  In leapfrog kick and flight are
 * both symplectic.  Held grains pass.  A grain that grows into a face is put before it.
 */
#ifndef GM_INTEGRATE_REFLECT_H
#define GM_INTEGRATE_REFLECT_H

#include "integrate/scheme.h"
#include "scene/domain.h"

/* Reflects grains [i0, i1) after their move by dt (s) under gravity (m/s2), and what
 * the scheme remembers of their last step.  Adds to sums->impulse; sums->fastest becomes
 * a bound for the new displacements as well. */
void gm_reflect_grains(const gm_domain *domain, gm_grains *grains, gm_index i0,
                       gm_index i1, const gm_scheme *scheme, double dt,
                       gm_vec3 gravity, gm_scheme_sums *sums);

#endif
