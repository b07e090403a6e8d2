/* result/recover.h -- repairs a result left behind by a run that was killed.
 */
#ifndef GM_RESULT_RECOVER_H
#define GM_RESULT_RECOVER_H

#include "base/status.h"
#include "file/claim.h"
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
 * repaired is kept as path.broken, and a new file takes its place (result/recover.h,
 * result/recover.h).  Where a message is returned nothing has changed, unless
 * report->damaged > 0.
 *
 * GM_ERR_INPUT: no such file, or not a result; GM_ERR_FILE: another program has it open;
 * it leads to other files; it is shorter than it says; frames that stay are damaged
 * (report->damaged > 0: it is repaired but for these); it cannot be read or written. */
gm_status gm_recover_result(const char *path, gm_recover_report *report);

/* The old file is kept when a result is repaired.
 *
 * A repair never writes to the result itself: it makes a new file beside it.  When that
 * is complete and on disk, the old file gets the name path.broken and the new one takes
 * its place.  Until then a crash, a power cut or a full disk leaves the result as it was,
 * and afterwards `mv path.broken path` undoes the repair. */

#define GM_KEEP_SUFFIX ".broken"

#endif
