/* setup/model_build.h -- builds the soft-sphere model from the scene file. */
#ifndef GM_SETUP_MODEL_BUILD_H
#define GM_SETUP_MODEL_BUILD_H

#include "config/config.h"
#include "soft/model.h"

/* Chooses force law, rolling resistance and time integration from the config, fills the
 * tables of coefficients and finds the range of grain radii of the run.  GM_ERR_INPUT:
 * adhesion acts over too large gaps; GM_ERR_MEMORY. */
gm_status gm_model_build(gm_model *model, const gm_scene *scene,
                         const gm_config *config);

void gm_model_build_clear(gm_model *model);

#endif
