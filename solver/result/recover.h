/* result/recover.h -- repairs a result left behind by a run that was killed.
 */
#ifndef GM_RESULT_RECOVER_H
#define GM_RESULT_RECOVER_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

/* What was found and done. */
typedef struct gm_recover_report {
  bool unmarked; /* the flag that marks the file as being written was cleared */
  bool recounted;         /* NSteps was wrong */
  int cut;                /* arrays that extended beyond the last frame */
  int64_t frames, rows;   /* remaining frames and rows of the history */
  int64_t frames_dropped; /* published but incomplete */
} gm_recover_report;

/* Close the result `path` if a run left it open, and truncate every array to the last
 * published and complete frame.  An intact result is not modified.  GM_ERR_INPUT: no
 * such file, or not a result; GM_ERR_FILE: another program has it open, or it cannot be
 * read or written. */
gm_status gm_recover_result(const char *path, gm_recover_report *report);

#endif
