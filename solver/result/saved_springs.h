/* result/saved_springs.h -- reads the contacts of one frame of an earlier result, with
 * their springs.
 */
#ifndef GM_RESULT_SAVED_SPRINGS_H
#define GM_RESULT_SAVED_SPRINGS_H

#include "insert/saved_grains.h"
#include "result/result.h"

/* Read the contacts of frame `frame` of a result with output.arrays: resume into *saved.
 * Errors as gm_result_read; GM_ERR_INPUT: an array has the wrong type or width. */
gm_status gm_saved_springs_read(const gm_result *result, int64_t frame,
                                gm_saved_grains *saved);

#endif
