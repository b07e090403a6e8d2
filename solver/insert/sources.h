/* insert/sources.h -- all sources of grains of a scene, in their order.
 */
#ifndef GM_INSERT_SOURCES_H
#define GM_INSERT_SOURCES_H

#include "insert/saved_grains.h"
#include "machines/mesh.h"
#include "scene/pours.h"
#include "scene/structures.h"

/* Build the pours of a config without errors; they point into the config, which must
 * outlive them.  Requires materials with known radii, and structures.  GM_ERR_INPUT,
 * with an error message: a face names a group that the mesh lacks.  GM_ERR_MEMORY. */
gm_status gm_sources_pours(gm_config *config, const gm_materials *materials,
                           const gm_structures *structures, gm_pours *pours);

/* Bounding box of the place of insertion at the current time, in m. */
void gm_sources_pour_bounds(const gm_pour *pour,
                            const gm_structures *structures, gm_vec3 *low,
                            gm_vec3 *high);

/* Read the lists of grains, count all grains, and find the smallest and largest radius,
 * overall and for each material.  saved: [sources] saved grains of the sources that are
 * files, or null if there are none. */
gm_status gm_sources_survey(gm_config *config, const gm_saved_grains *saved,
                            gm_materials *materials, size_t *n,
                            gm_mesh_grains *radii);

/* GM_ERR_INPUT, with an error for each fill or pour whose region extends beyond
 * periodic faces, is outside the domain, or has no room for its largest grain. */
gm_status gm_sources_check(gm_config *config, const gm_domain *domain,
                           const gm_materials *materials);

/* Append the grains of every source; n and largest are results of the survey. */
gm_status gm_sources_append(gm_config *config, const gm_saved_grains *saved,
                            size_t n, double largest, gm_scene *scene);

#endif
