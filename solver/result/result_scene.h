/* result/result_scene.h -- reads the scene from which a result was made.
 */
#ifndef GM_RESULT_RESULT_SCENE_H
#define GM_RESULT_RESULT_SCENE_H

#include "config/config.h"
#include "result/result.h"

enum {
  GM_RESULT_SCENE_LAW = 96
}; /* bytes of the description of a contact
                                      law */

/* Read the effective scene of a result.  Files that it names may no longer exist, so
 * errors in the scene are ignored.  *config must be cleared in all cases.  GM_ERR_FILE,
 * GM_ERR_MEMORY. */
gm_status gm_result_scene_read(const gm_result *result, gm_config *config);

/* Describe in a text everything on which the meaning of contact springs depends.  A run
 * can use the springs of another if the texts are equal. */
void gm_result_scene_law(const gm_config *config,
                         char law[GM_RESULT_SCENE_LAW]);

#endif
