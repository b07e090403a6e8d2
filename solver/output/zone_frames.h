/* output/zone_frames.h -- the zones of a hybrid material, frame by frame.
 *
 * Arrays of GM_GROUP_ZONES with a row of cells for each frame; the grid is that of
 * points/zones.h and stays where it is.
 */
#ifndef GM_OUTPUT_ZONE_FRAMES_H
#define GM_OUTPUT_ZONE_FRAMES_H

#include "file/table.h"
#include "points/zones.h"

typedef struct gm_zone_frames {
  gm_table zone, packing, distance;
  uint8_t *kind;         /* [cells] of the frame that is copied */
  double *solid, *depth; /* [cells] likewise */
} gm_zone_frames;

/* Creates the arrays.  *frames must be cleared in all cases. */
gm_status gm_zone_frames_make(gm_hdf5_file *file, const gm_zones *zones,
                              bool single, int deflate, gm_zone_frames *frames);

/* Copies a frame, without access to the file. */
void gm_zone_frames_take(gm_zone_frames *frames, const gm_zones *zones);

/* Appends the copied frame. */
gm_status gm_zone_frames_append(gm_zone_frames *frames);

void gm_zone_frames_clear(gm_zone_frames *frames);

#endif
