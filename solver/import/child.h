/* import/child.h -- runs untrusted code in a child process.
 *
 * A reader of foreign files may crash, never end or use all memory.  In a child process
 * this does not affect the run: the child has limits and can only write bytes to a pipe.
 * Memory that the child allocates and files that it opens do not exist in the parent.
 */
#ifndef GM_IMPORT_CHILD_H
#define GM_IMPORT_CHILD_H

#include "base/status.h"
#include <stddef.h>

typedef struct gm_child_limits {
  size_t memory; /* bytes in addition to those that the parent has mapped */
  /* s  processor time; the limit of real time is four times this */
  int seconds;
  size_t output; /* bytes that the child may write */
} gm_child_limits;

/* The function run in the child: it writes bytes to `out`. */
typedef void gm_child_work(const void *of, int out);

/* Runs `work` in a child process and waits for it. *bytes ([*size], freed by the caller)
 * receives its output if it ended normally.  `what` names the task in messages ("the
 * reader of 'x.obj'").
 *
 * GM_ERR_INPUT: the child crashed, took too long or wrote too much (see the message).
 * GM_ERR_FILE: the process or pipe could not be created.  GM_ERR_MEMORY.  On error *bytes
 * is null. */
gm_status gm_child_run(const gm_child_limits *limits, gm_child_work *work,
                       const void *of, const char *what, char **bytes,
                       size_t *size);

/* For the child: writes all bytes; returns whether it succeeded. */
int gm_child_write(int out, const void *bytes, size_t size);

#endif
