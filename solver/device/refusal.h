/* device/refusal.h -- what devices do not compute. */
#ifndef GM_DEVICE_REFUSAL_H
#define GM_DEVICE_REFUSAL_H

#include "scene/scene.h"
#include "soft/model.h"

/* Writes what of a scene devices do not compute, each with its key, separated by "; ", to
 * text.  Returns how many: 0, if a device can run the scene. */
int gm_refusal_list(const gm_scene *scene, const gm_model *model, char *text,
                    size_t size);

/* Number of the law in device/kernels.h, or -1. */
int gm_refusal_law(const gm_law *law);

#endif
