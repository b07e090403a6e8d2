/* insert/pours_build.h -- build the table of inlets from the config.
 */
#ifndef GM_INSERT_POURS_BUILD_H
#define GM_INSERT_POURS_BUILD_H

#include "scene/pours.h"
#include "scene/structures.h"

/* Build the pours of a config without errors; they point into the config, which must
 * outlive them.  Requires materials with known radii, and structures.  GM_ERR_INPUT,
 * with an error message: a face names a group that the mesh lacks.  GM_ERR_MEMORY. */
gm_status gm_pours_build(gm_config *config, const gm_materials *materials,
                         const gm_structures *structures, gm_pours *pours);
/* Bounding box of the place of insertion at the current time, in m. */
void gm_pours_build_bounds(const gm_pour *pour, const gm_structures *structures,
                           gm_vec3 *low, gm_vec3 *high);

#endif
