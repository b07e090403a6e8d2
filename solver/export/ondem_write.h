/* export/ondem_write.h -- one frame of a result in the exchange format of ON-DEM.
 */
#ifndef GM_EXPORT_ONDEM_WRITE_H
#define GM_EXPORT_ONDEM_WRITE_H

#include "result/result.h"

/* Write frame `frame` of the result to the file `path`, replacing it; file/ondem.h
 * describes the content.  If the result has output.arrays: resume, a run can be resumed
 * from the file with the same bits.  Data that smaller results lack get defaults: no
 * rotation, mass from the density.  Requires 0 <= frame < result->frames.
 * GM_ERR_INPUT: the scene of the result cannot be read, or the frame has bodies or
 * material points, for which the format has no fields.  On GM_ERR_FILE part of the file
 * may have been written. */
gm_status gm_ondem_write_frame(const char *path, const gm_result *result,
                               int64_t frame);

#endif
