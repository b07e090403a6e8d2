/* scene/motion_table.h -- tables of motion: from a CSV file or the scene to a track.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_MOTION_TABLE_H
#define GM_SCENE_MOTION_TABLE_H

#include "config/config.h"
#include "structure/track.h"

/* Read the files of all tables of motion into the config's own rows: a header that names
 * the columns time x y z and perhaps qw qx qy qz (a quaternion of any length but 0) or rx ry
 * rz (a rotation vector), in any order, SI; then a line a row.  Judge the rows, those of the
 * scene too: times rise, and from row to row it is clear which way a body turns.
 *
 * GM_ERR_INPUT: faults of the config; those of all tables are listed. */
gm_status gm_motion_table_read(gm_config *config);

/* Make the track of a table that was read.  GM_ERR_MEMORY: *track is empty. */
gm_status gm_motion_table_build(const gm_config_motion *motion,
                                gm_track *track);

#endif
