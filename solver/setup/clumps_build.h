/* setup/clumps_build.h -- the shapes of clumps, from the config.
 */
#ifndef GM_SETUP_CLUMPS_BUILD_H
#define GM_SETUP_CLUMPS_BUILD_H

#include "scene/scene.h"

/* Read the files of spheres and build the shapes; scene->materials borrows them.
 * GM_ERR_INPUT, with error messages: a shape is not possible, a source names none, or the
 * scene has something that clumps do not work with.  GM_ERR_MEMORY. */
gm_status gm_clumps_build(gm_config *config, gm_scene *scene);

/* GM_ERR_INPUT, with error messages: a periodic side is too short for the clumps of the
 * scene. */
gm_status gm_clumps_build_check(gm_config *config, const gm_scene *scene);

#endif
