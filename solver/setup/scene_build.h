/* setup/scene_build.h -- build the scene from the config.
 */
#ifndef GM_SETUP_SCENE_BUILD_H
#define GM_SETUP_SCENE_BUILD_H

#include "config/config.h"
#include "scene/scene.h"

struct gm_saved_grains;

/* Build *scene from a config without errors: materials, pairs, structures at time 0,
 * and the grains of every source.  GM_ERR_INPUT, with errors reported for the keys of
 * config: grains that overlap one another or a structure by more than 7 % of the
 * smaller radius, a fill that does not fit, a wrong list file.  saved: [sources] saved
 * grains of the sources that are files (insert/saved_grains.h), or null if there are
 * none.  *scene must be cleared in all cases. */
gm_status gm_scene_build(gm_config *config, const struct gm_saved_grains *saved,
                         gm_scene *scene);

/* Bytes that a grain of a dense bed needs on average, by what is written of it. */
double gm_scene_build_grain_memory(const gm_config *config);

#endif
