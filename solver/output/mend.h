/* output/mend.h -- a result left behind by a run that was killed.
 *
 * Room: output.  May include: base.
 */
#ifndef GM_OUTPUT_MEND_H
#define GM_OUTPUT_MEND_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

/* What was found and done. */
typedef struct gm_mend_report {
  bool unmarked;          /* the file said that someone was writing it */
  bool recounted;         /* NSteps was wrong */
  int cut;                /* arrays that went on beyond the last frame */
  int64_t frames, rows;   /* left, of frames and of the history */
  int64_t frames_dropped; /* published, but not complete */
} gm_mend_report;

/* Close the result `path` if a run left it open, and cut every array to the last frame that
 * is published and complete.  A result in order is not touched.
 * GM_ERR_INPUT: no such file, or no result; GM_ERR_FILE: someone has it open, or it cannot
 * be read or written. */
gm_status gm_mend_result(const char *path, gm_mend_report *report);

#endif
