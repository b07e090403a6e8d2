/* checkpoint/inputs.h -- what a run has read from other files, as checksums by name.
 *
 * The effective scene holds every key, but surfaces, motions and beds are read from the
 * files that it names, which may have changed since.
 */
#ifndef GM_CHECKPOINT_INPUTS_H
#define GM_CHECKPOINT_INPUTS_H

#include "scene/scene.h"

/* One line for each input, "NAME: CHECKSUM", of a scene before its first step: grains,
 * and of each structure its surface, motion, loads and properties.  *text is released
 * with GM_FREE.  GM_ERR_MEMORY. */
gm_status gm_inputs_list(const gm_scene *scene, char **text);

/* GM_ERR_INPUT, with a message that names it: an input differs between the checkpoint
 * `path`, which lists `then`, and this run. */
gm_status gm_inputs_compare(const char *path, const char *then,
                            const char *now);

#endif
