/* export/surface_block.h -- the structures of all frames, in the world frame.
 */
#ifndef GM_EXPORT_SURFACE_BLOCK_H
#define GM_EXPORT_SURFACE_BLOCK_H

#include "result/result.h"

/* Write the surfaces of frames [first, last] of r to the group `group` of a file that
 * does not have it: a transient VTKHDF PolyData 2.0.  GM_ERR_FILE: r cannot be read, or
 * the file cannot be written. */
gm_status gm_surface_block_put(gm_hdf5_file *file, const char *group,
                               const gm_result *r, int64_t first, int64_t last);

#endif
