/* insert/grain_list.h -- grains given one by one, in the scene file or in a CSV file.
 */
#ifndef GM_INSERT_GRAIN_LIST_H
#define GM_INSERT_GRAIN_LIST_H

#include "insert/occupancy.h"
#include "scene/scene.h"

/* Largest overlap of grains at the start, over the smaller radius. */
extern const double gm_grain_list_allowed;

/* Read the CSV file of source number `source` into the config.  The header names the
 * columns x y z radius and optionally vx vy vz wx wy wz, in any order, in SI units;
 * then one line for each grain (see machines/csv_table.h).  Without a file there is
 * nothing to do.  GM_ERR_INPUT: errors name file, line and column; all wrong lines are
 * listed up to a limit.  A file without a header or without grains is an error. */
gm_status gm_grain_list_read(gm_config *config, size_t source);

/* Append the grains of source number `source`; ids begin at *next.  Reports an error
 * for grains that overlap another grain or a structure by more than 7 % of the smaller
 * radius. */
gm_status gm_grain_list_append(gm_config *config, size_t source,
                               gm_scene *scene, gm_occupancy *occupancy,
                               gm_id *next);

#endif
