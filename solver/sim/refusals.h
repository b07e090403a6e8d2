/* sim/refusals.h -- refuses, before the first step, what several ranks cannot do. */
#ifndef GM_SIM_REFUSALS_H
#define GM_SIM_REFUSALS_H

#include "scene/scene.h"

/* Report all keys of the scene that a run on several ranks does not have.
 * GM_ERR_INPUT, with config.errors, if there are any. */
gm_status gm_refusals_report(gm_config *config, const gm_scene *scene);

#endif
