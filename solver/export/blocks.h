/* export/blocks.h -- what a frame consists of as the blocks of one file.
 *
 * The file is a VTKHDF PartitionedDataSetCollection 2.1 with the blocks Grains,
 * Contacts and Structures, and Bodies, Clumps and MaterialPoints where the result has
 * them, each with all time steps.  VTK 9.4 (ParaView 5.13) and
 * later read it.  The blocks are copies: a block needs an attribute that the groups of
 * a result lack, a result that is continued would have more steps than the structures
 * here, and one file is what users send to others.
 */
#ifndef GM_EXPORT_BLOCKS_H
#define GM_EXPORT_BLOCKS_H

#include "result/result.h"

/* Write frames [first, last] of r to the file `path`, which appears when it is complete.
 * replace: also if a file exists there.  GM_ERR_INPUT: it exists, it is the result
 * itself, or nothing can be made there; GM_ERR_FILE: r cannot be read, or the file cannot
 * be written.  On error `path` is as before. */
gm_status gm_blocks_write(const char *path, const gm_result *r, int64_t first,
                          int64_t last, bool replace);

#endif
