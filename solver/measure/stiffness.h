/* measure/stiffness.h -- how stiff the contacts of grains are, for a continuum.
 */
#ifndef GM_MEASURE_STIFFNESS_H
#define GM_MEASURE_STIFFNESS_H

#include "soft/model.h"

typedef struct gm_stiffness {
  double normal, tangential; /* N/m */
} gm_stiffness;

/* Stiffness of a contact of two equal grains of the mean diameter; where it grows with
 * the load, under that of the mean depth of the points or grains. */
gm_stiffness gm_stiffness_of(const gm_model *model, const gm_scene *scene);

#endif
