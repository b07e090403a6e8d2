/* integrate/carry.h -- held grains go where their group goes.
 *
 * Room: integrate.  May include: base, structure, scene.
 *
 *   x(t + dt) = X + R seat + shift       of the pose of the group at the end of the step
 *   v, w of schemes that lag half a step: the way and the turn of this step over dt, as a
 *   free grain would have; of the others: those of the group at the end of the step
 *
 * The loop of the scheme moves all grains; what it did to held ones is written over.
 */
#ifndef GM_INTEGRATE_CARRY_H
#define GM_INTEGRATE_CARRY_H

#include "integrate/scheme.h"
#include "scene/holders.h"

/* Before the scheme moves grains [i0, i1) by dt (s): held ones spin as their groups turn. */
void gm_carry_turn(const gm_holders *h, gm_grains *g, gm_index i0, gm_index i1,
                   double dt);

/* After it.  Returns the largest square of way over dt, in m2/s2. */
double gm_carry_move(const gm_holders *h, const gm_domain *domain, gm_grains *g,
                     gm_index i0, gm_index i1, const gm_scheme *scheme,
                     double dt);

#endif
