/* scene/sources.h -- where grains come from: all sources of a scene, in their order.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_SOURCES_H
#define GM_SCENE_SOURCES_H

#include "scene/bed.h"
#include "scene/mesh.h"

/* Read the lists of grains; count all, and find the smallest and largest radius, of all and
 * of each material.  beds: [sources], of those that are results, or null if none is. */
gm_status gm_sources_survey(gm_config *config, const gm_bed *beds,
                            gm_materials *materials, size_t *n,
                            gm_mesh_grains *radii);

/* GM_ERR_INPUT, with a fault for each: a fill or pour reaches across periodic sides, is
 * outside the domain, or has no room for its largest grain. */
gm_status gm_sources_check(gm_config *config, const gm_domain *domain);

/* Append the grains of every source; n and largest are those of the survey. */
gm_status gm_sources_append(gm_config *config, const gm_bed *beds, size_t n,
                            double largest, gm_scene *scene);

#endif
