/* soft/bodies.h -- moves structures by forces or servos within a step.
 *
 * They run after all loads are summed in the order of the chunks.  Bodies that are named
 * structures are few and go one after the other, copies by all threads.
 */
#ifndef GM_SOFT_BODIES_H
#define GM_SOFT_BODIES_H

#include "scene/scene.h"

/* Brings velocities of free bodies, the power of their loads and that of servos to the
 * instant of the positions.  Requires: the loads of structures are summed.  Returns by
 * how much the power (W) of all structures changes by that, less what comes from motion
 * along free axes: that is kinetic energy of the bodies and no work from outside. */
double gm_bodies_settle(gm_scene *scene);

/* The same for copies on so many threads.  They have no work from outside. */
void gm_bodies_settle_copies(gm_scene *scene, int threads);

/* Moves a structure that moves at all from t0 to t1 (s).  lag: of the scheme of the run
 * (soft/scheme.h). */
void gm_bodies_move(gm_structure *s, double lag, double t0, double t1);

/* Releases structure k if it becomes free by time t (s): its kinetic and potential energy
 * enter the balance. */
void gm_bodies_release(gm_scene *scene, gm_index k, double t);

/* Brings a free body whose centre of mass has left the box, or another structure
 * (gm_structures_wrap), back across a periodic side, with the images of its contacts.
 * Returns 1 if it did: then the neighbour list must be built. */
int gm_bodies_wrap(gm_scene *scene, gm_index k);

/* GM_ERR_NUMBER: a free body has moved by `gone` (m) in one step, more than half the
 * smallest radius (m), so that it could pass grains; or its centre of mass has passed a
 * mirror; or its motion is not finite. */
gm_status gm_bodies_check(const gm_scene *scene, gm_index k, double gone,
                          double smallest);

#endif
