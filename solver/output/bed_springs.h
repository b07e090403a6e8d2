/* output/bed_springs.h -- the contacts of a frame of an earlier result, with their springs.
 *
 * Room: output.  May include: base, config, scene.
 */
#ifndef GM_OUTPUT_BED_SPRINGS_H
#define GM_OUTPUT_BED_SPRINGS_H

#include "output/result.h"
#include "scene/bed.h"

/* Read the contacts of frame `frame` of a result with output.arrays: resume to the bed.  Errors
 * as gm_result_read; GM_ERR_INPUT: an array is of the wrong kind or width. */
gm_status gm_bed_springs_read(const gm_result *result, int64_t frame,
                              gm_bed *bed);

#endif
