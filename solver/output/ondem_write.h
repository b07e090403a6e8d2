/* output/ondem_write.h -- one frame of a result in the exchange format of ON-DEM.
 *
 * Room: output.  May include: base, config, scene.
 */
#ifndef GM_OUTPUT_ONDEM_WRITE_H
#define GM_OUTPUT_ONDEM_WRITE_H

#include "output/result.h"

/* Write frame `frame` of the result to the file `path`, replacing it; what is written is told
 * in output/ondem.h.  With output.arrays: resume in the result a run can go on from the file
 * in the same bits; what a smaller set lacks is made up: no turn, mass by density.
 * Requires 0 <= frame < result->frames.  GM_ERR_INPUT: the result's scene cannot be
 * understood; GM_ERR_FILE: part of the file may have been written. */
gm_status gm_ondem_write_frame(const char *path, const gm_result *result,
                               int64_t frame);

#endif
