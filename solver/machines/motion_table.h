/* machines/motion_table.h -- tables of motion, from a CSV file or the scene file to a
 * track.
 */
#ifndef GM_MACHINES_MOTION_TABLE_H
#define GM_MACHINES_MOTION_TABLE_H

#include "config/config.h"
#include "rigid/conveyor.h"
#include "rigid/motion.h"

/* Read the files of all motion tables into the config.  The header names the columns time
 * x y z and optionally qw qx qy qz (a quaternion of any nonzero length) or rx ry rz (a
 * rotation vector), in any order, in SI units; then one line for each row.  Also checks
 * rows of the scene file: times must increase, and the rotation from row to row must be
 * less than half a turn, so that its direction is unambiguous.
 *
 * GM_ERR_INPUT: errors of the config, listed for all tables. */
gm_status gm_motion_table_read(gm_config *config);

/* Make the track of a table that was read.  On GM_ERR_MEMORY *track is empty. */
gm_status gm_motion_table_build(const gm_config_motion *motion,
                                gm_track *track);

/* ---- build motion segments and conveyors from the config ------------------------- */

/* Build the n segments; *made receives the number built.  Requires: motion tables were
 * read.  On GM_ERR_MEMORY the caller clears the segments that were built. */
gm_status gm_motion_table_segments(const gm_config_motion *config, size_t n,
                                   gm_motion **motion, int *made);

/* Conveyor `number` of a structure, switched off; its part has the bit of that number. */
gm_conveyor gm_motion_table_conveyor(const gm_config_conveyor *config,
                                     size_t number);

#endif
