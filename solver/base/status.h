/* base/status.h -- errors are values, and carry one message.
 *
 * Room: base.  May include: nothing.
 *
 * A function that can fail returns gm_status.  The first to know records one message
 * with gm_fail; callers pass the status on unchanged (GM_TRY).  Only app/main.c turns
 * a status into words on the screen and an exit code.
 */
#ifndef GM_BASE_STATUS_H
#define GM_BASE_STATUS_H

#include <assert.h>

typedef enum gm_status {
  GM_OK = 0,
  GM_ERR_INPUT,       /* the user's scene, argument or data file is wrong     */
  GM_ERR_FILE,        /* a file cannot be opened, read or written             */
  GM_ERR_MEMORY,      /* an allocation failed                                 */
  GM_ERR_NUMBER,      /* the run left what numbers can carry: NaN, overlap    */
  GM_ERR_INTERRUPTED, /* the user asked to stop                               */
} gm_status;

/* Record the message (printf style) and return `status`.  The message names the
 * thing (path, key, grain id), what was expected and what was found.  Every thread
 * has a message of its own; cut at 8 KiB. */
gm_status gm_status_fail(gm_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define gm_fail gm_status_fail

/* The message of this thread's last gm_fail, "" before the first. */
const char *gm_status_message(void);

#define GM_TRY(call)                                                           \
  do {                                                                         \
    const gm_status gm_try_status = (call);                                    \
    if (gm_try_status != GM_OK) return gm_try_status;                          \
  } while (0)

#define GM_ASSERT(condition) assert(condition)

#endif
