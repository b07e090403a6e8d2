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
  bool copied;            /* the rows that are good went to an empty file */
  bool kept;              /* the old file is path.broken */
  int cut;                /* arrays that extended beyond the last frame */
  int64_t frames, rows;   /* remaining frames and rows of the history */
  int64_t frames_dropped; /* published but incomplete, or damaged at the end */
  int64_t damaged;        /* remaining frames and rows that cannot be read */
} gm_recover_report;

/* Read the result `path` completely, close it if a run left it open, and truncate every
 * array to the last published and complete frame.  Frames at the end that cannot be read
 * are removed if the run died; other frames stay whatever their state, and the message
 * names the first that is damaged.  An intact result is not touched.  One that is
 * repaired is kept as path.broken, and a new file takes its place (result/keep.h,
 * result/rescue.h).  Where a message is returned nothing has changed, unless
 * report->damaged > 0.
 *
 * GM_ERR_INPUT: no such file, or not a result; GM_ERR_FILE: another program has it open;
 * it leads to other files; it is shorter than it says; frames that stay are damaged
 * (report->damaged > 0: it is repaired but for these); it cannot be read or written. */
gm_status gm_recover_result(const char *path, gm_recover_report *report);

#endif
