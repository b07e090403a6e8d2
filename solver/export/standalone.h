/* export/standalone.h -- one kind of rows of a result as a separate transient file.
 */
#ifndef GM_EXPORT_STANDALONE_H
#define GM_EXPORT_STANDALONE_H

#include "result/result.h"

/* Write frames [first, last] of r to the file `path`, replacing it: a plain VTKHDF 2.0
 * file, as ParaView 5.12 and later open it.  On error part of it may have been
 * written. */
gm_status gm_standalone_write(const char *path, const gm_result *r,
                              gm_result_kind kind, int64_t first, int64_t last);

/* Write them to the group `group` of a file that does not have it. */
gm_status gm_standalone_put(gm_hdf5_file *file, const char *group,
                            const gm_result *r, gm_result_kind kind,
                            int64_t first, int64_t last);

#endif
