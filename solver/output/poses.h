/* output/poses.h -- position, motion and load of the structures, frame by frame.
 */
#ifndef GM_OUTPUT_POSES_H
#define GM_OUTPUT_POSES_H

#include "file/table.h"
#include "scene/structures.h"

enum { GM_POSES_COLUMNS = 6 }; /* position to torque; presence is separate */

typedef struct gm_poses {
  gm_table array[GM_POSES_COLUMNS];
  gm_table present;
  double *row[GM_POSES_COLUMNS]; /* [n_structures, width]  of the frame being
                                    written */
  uint8_t *there;                /* [n_structures]  present in that frame */
} gm_poses;

/* Create the group and its arrays for n structures, with frame_chunk frames in a chunk.
 * *p must be cleared in all cases. */
gm_status gm_poses_make(gm_hdf5_file *file, gm_index n, int64_t frame_chunk,
                        gm_poses *p);

/* Copy one frame into memory, without access to the file.  Requires the number of
 * structures given to gm_poses_make. */
void gm_poses_take(gm_poses *p, const gm_structures *structures);

/* Append the copied frame to the file. */
gm_status gm_poses_append(gm_poses *p);

void gm_poses_clear(gm_poses *p);

#endif
