/* bodies/body_kinds.h -- the shapes of bodies, from the config.
 */
#ifndef GM_BODIES_BODY_KINDS_H
#define GM_BODIES_BODY_KINDS_H

#include "geometry/mesh.h"
#include "scene/scene.h"

/* Number of bodies of a config, those included that come in the course of the run. */
gm_index gm_body_kinds_count(const gm_config *config);

/* Build the kinds of scene->structures: shape, virtual particles for grains of these
 * radii at all sizes, mass and inertia.  GM_ERR_INPUT with errors of the config;
 * GM_ERR_MEMORY. */
gm_status gm_body_kinds_build(gm_config *config, gm_mesh_grains grains,
                              gm_scene *scene);

#endif
