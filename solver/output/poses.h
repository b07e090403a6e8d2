/* output/poses.h -- where structures are, and what acts on them, frame by frame.
 *
 * Room: output.  May include: base, scene.
 */
#ifndef GM_OUTPUT_POSES_H
#define GM_OUTPUT_POSES_H

#include "output/table.h"
#include "scene/structures.h"

enum { GM_POSES_COLUMNS = 6 }; /* position to torque; presence is apart */

typedef struct gm_poses {
  gm_table array[GM_POSES_COLUMNS];
  gm_table present;
  double *row[GM_POSES_COLUMNS]; /* [n_structures, width]  on its way */
  uint8_t *there;                /* [n_structures]  likewise */
} gm_poses;

/* Make the group and its arrays for n structures; frame_chunk frames in a chunk.  *p must
 * be cleared in all cases. */
gm_status gm_poses_make(gm_hdf5_file *file, gm_index n, int64_t frame_chunk,
                        gm_poses *p);

/* Take one frame; the file is not touched.  Requires as many structures as were announced. */
void gm_poses_take(gm_poses *p, const gm_structures *structures);

/* Append the frame that was taken. */
gm_status gm_poses_append(gm_poses *p);

void gm_poses_clear(gm_poses *p);

#endif
