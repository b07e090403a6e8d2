/* structure/child.h -- run what cannot be trusted in a process of its own.
 *
 * Room: structure.  May include: base.
 *
 * A reader of foreign files may crash, run for ever or ask for all memory.  In a child
 * process it does so without the run: the child has limits, and all it can do is to write
 * bytes to a pipe.  Nothing it allocates or opens is seen by the parent.
 */
#ifndef GM_STRUCTURE_CHILD_H
#define GM_STRUCTURE_CHILD_H

#include "base/status.h"
#include <stddef.h>

typedef struct gm_child_limits {
  size_t memory; /* bytes beyond what the parent has mapped   */
  int seconds;   /* s  of processor time; four times as long by the clock */
  size_t output; /* bytes                                     */
} gm_child_limits;

/* What the child does: write bytes to `out`.  What it returns is not seen. */
typedef void gm_child_work(const void *of, int out);

/* Run `work` in a child and wait for it; *bytes ([*size], to be freed) receives what it
 * wrote before it ended well.  `what` names the task in messages ("the reader of 'x.obj'").
 *
 * GM_ERR_INPUT: it crashed, took too long or wrote too much; the message says so.
 * GM_ERR_FILE: no process or pipe.  GM_ERR_MEMORY.  On error *bytes is null. */
gm_status gm_child_run(const gm_child_limits *limits, gm_child_work *work,
                       const void *of, const char *what, char **bytes,
                       size_t *size);

/* In the child: write all of it; returns whether it worked. */
int gm_child_write(int out, const void *bytes, size_t size);

#endif
