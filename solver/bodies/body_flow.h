/* bodies/body_flow.h -- bodies that come and leave in the course of a run.
 */
#ifndef GM_BODIES_BODY_FLOW_H
#define GM_BODIES_BODY_FLOW_H

#include "scene/scene.h"

/* True if bodies may come or leave in this step: every 100 steps. */
int gm_body_flow_due(const gm_scene *scene);

/* Steps from now on in which they may not. */
int64_t gm_body_flow_ahead(const gm_scene *scene);

/* At the end of a step, at time t (s): bodies whose centre of mass is beyond an open side
 * of the domain leave, and bodies of pours come where their region has room.  Both are
 * counted in the balance with kinetic and potential energy.  Returns 1 if any did: then
 * the neighbour list must be built. */
int gm_body_flow_run(gm_scene *scene, double t);

#endif
