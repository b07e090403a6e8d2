/* prepare/impact.h -- how deep the impacts of a scene go.
 */
#ifndef GM_PREPARE_IMPACT_H
#define GM_PREPARE_IMPACT_H

#include "scene/scene.h"
#include "soft/model.h"

/* Largest overlap over the radius of a grain that meets a structure at that speed, in
 * m/s. */
double gm_impact_overlap(const gm_scene *scene, const gm_model *model,
                         double speed);

#endif
