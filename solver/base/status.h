/* base/status.h -- errors are return values, with one message.
 *
 * A function that can fail returns gm_status.  The function that detects the error
 * records one message with gm_fail; callers return the status unchanged (GM_TRY).  Only
 * app/main.c prints the message and chooses the exit code.
 */
#ifndef GM_BASE_STATUS_H
#define GM_BASE_STATUS_H

#include "include/granum.h" /* gm_status */
#include <assert.h>
#include <stdint.h>

/* Record the message (printf format) and return `status`.  The message names the object
 * (path, key, grain id), what was found, what was expected and what to do.  Every
 * thread has its own message, truncated at 8 KiB. */
gm_status gm_status_fail(gm_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define gm_fail gm_status_fail

/* Message of the last gm_fail of this thread, "" before the first. */
const char *gm_status_message(void);

/* Note that part `done` of `of` of a long preparation begins; `what` is a constant text.
 * There is one note in the process, for a line of progress. */
void gm_status_work(const char *what, int64_t done, int64_t of);

/* The last note; null: none yet.  Another thread may read it: a number of the note before
 * costs no more than one odd line. */
const char *gm_status_working(int64_t *done, int64_t *of);

#define GM_TRY(call)                                                           \
  do {                                                                         \
    const gm_status gm_try_status = (call);                                    \
    if (gm_try_status != GM_OK) return gm_try_status;                          \
  } while (0)

#define GM_ASSERT(condition) assert(condition)

#endif
