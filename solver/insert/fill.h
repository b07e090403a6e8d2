/* insert/fill.h -- fills a region with grains.
 */
#ifndef GM_INSERT_FILL_H
#define GM_INSERT_FILL_H

#include "insert/occupancy.h"
#include "scene/grains.h"
#include "scene/scene.h"

typedef struct gm_fill_number {
  size_t grains; /* spheres and clumps */
  size_t clumps; /* of these */
  size_t rows;   /* in the table of grains */
} gm_fill_number;

/* Number of grains of fill number `source` whose first grain has the number `first`:
 * the given count, or the number that comes nearest to the given solid fraction. */
gm_fill_number gm_fill_count(const gm_config *config, size_t source,
                             const gm_materials *materials, gm_id first);

/* Append the grains of fill number `source` of the config, entirely inside its region
 * and without overlaps with structures or other grains; ids begin at *next.  Reports an
 * error (GM_ERR_INPUT) if they do not fit. */
gm_status gm_fill_region(gm_config *config, size_t source, gm_scene *scene,
                         gm_occupancy *occupancy, gm_id *next);

/* How the grains of a source grow.  `from: auto` begins at a solid fraction of 0.2. */
gm_growth gm_fill_growth(const gm_config_grains *source,
                         const gm_materials *materials);

#endif
