/* scene/walls.h -- the domain of a config, and sides that are planes.
 *
 * Room: scene.  May include: base, config.
 *
 * A side that is a wall or a mirror is a structure like those the user names, behind them in
 * the table.  A grain at a mirror meets its own twin.  The twin of another grain it never
 * meets before they have met themselves: of two grains whose overlaps with everything are
 * at most d of the mean radius, the one would have to be smaller than the other by d / 2.
 */
#ifndef GM_SCENE_WALLS_H
#define GM_SCENE_WALLS_H

#include "config/config.h"
#include "scene/domain.h"
#include "scene/material.h"
#include "scene/structures.h"

/* The domain of a config without faults. */
gm_domain gm_walls_domain(const gm_config *config);

/* Sides of the domain that are planes. */
gm_index gm_walls_count(const gm_domain *domain);

/* Fill rows [first, first + gm_walls_count) of the structures, wall_x_min and so on. */
void gm_walls_build(const gm_config *config, const gm_domain *domain,
                    const gm_materials *materials, gm_index first,
                    gm_structures *structures);

#endif
