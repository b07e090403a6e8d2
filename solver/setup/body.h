/* setup/body.h -- copies of bodies: their kinds, their places, and how they come and
 * leave.
 */
#ifndef GM_SETUP_BODY_H
#define GM_SETUP_BODY_H

#include "machines/mesh.h"
#include "scene/scene.h"

/* Number of bodies of a config, those included that come in the course of the run. */
gm_index gm_body_kinds_count(const gm_config *config);

/* Build the kinds of scene->structures: shape, virtual particles for grains of these
 * radii at all sizes, mass and inertia.  GM_ERR_INPUT with errors of the config;
 * GM_ERR_MEMORY. */
gm_status gm_body_kinds_build(gm_config *config, gm_mesh_grains grains,
                              gm_scene *scene);

/* ---- places, sizes and velocities of bodies -------------------------------------- */

/* Size, orientation and velocity of a body follow from the seed of its source and from
 * its number alone.  Bodies are placed so that the balls around them overlap nothing. */

/* Make the copies of all sources, and place those that are there at the start, clear of
 * structures and of each other.  Others wait.  Requires: kinds are built, named
 * structures stand, and there is memory for all copies.  GM_ERR_INPUT: they do not fit;
 * GM_ERR_MEMORY. */
gm_status gm_body_places_fill(gm_config *config, gm_scene *scene);

/* ---- bodies that come and leave in the course of a run --------------------------- */

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
