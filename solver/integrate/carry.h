/* integrate/carry.h -- moves held grains with their group.
 *
 *   x(t + dt) = X + R seat + shift       X, R: pose of the group at the end of the step
 *
 * If stored velocities lag half a step, v and w are displacement and rotation of this
 * step over dt, as for free grains; otherwise they are those of the group at the end of
 * the step.  The loop of the scheme moves all grains; these values then overwrite those
 * of held ones.
 */
#ifndef GM_INTEGRATE_CARRY_H
#define GM_INTEGRATE_CARRY_H

#include "integrate/scheme.h"
#include "scene/held_groups.h"

/* Sets the spins of held grains in [i0, i1) to those of their groups.  To be called
 * before the scheme moves the grains by dt (s). */
void gm_carry_turn(const gm_held_groups *h, gm_grains *g, gm_index i0,
                   gm_index i1, double dt);

/* Sets positions and velocities of held grains after the move.  Returns the largest
 * squared displacement over dt (m2/s2). */
double gm_carry_move(const gm_held_groups *h, const gm_domain *domain,
                     gm_grains *g, gm_index i0, gm_index i1,
                     const gm_scheme *scheme, double dt);

#endif
