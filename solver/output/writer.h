/* output/writer.h -- a thread that does one task at a time while its owner goes on.
 *
 * Room: output.  May include: base.
 *
 * There is no queue: a task is handed over when the one before is done, so nothing piles up
 * and tasks are done in their order.  A task that fails is the last one; what it said is said
 * to the owner.  All calls come from one thread, the owner's.
 */
#ifndef GM_OUTPUT_WRITER_H
#define GM_OUTPUT_WRITER_H

#include "base/status.h"

typedef struct gm_writer gm_writer;

/* Runs on the writer's thread.  Allocates no columns: base/memory.h counts for one thread. */
typedef gm_status gm_writer_task(void *context);

/* GM_ERR_MEMORY: *writer is null.  The thread is made for the first task; where the system
 * refuses one, tasks are done by the owner, in gm_writer_hand. */
gm_status gm_writer_create(gm_writer **writer);

/* Wait until nothing is done.  Status and message are those of a task that failed. */
gm_status gm_writer_wait(gm_writer *w);

/* The same without waiting; GM_OK while a task is being done. */
gm_status gm_writer_look(gm_writer *w);

/* Wait as above, then let the thread do task(context); context stays untouched until it is
 * done.  An error is that of an earlier task, and this one is not done. */
gm_status gm_writer_hand(gm_writer *w, gm_writer_task *task, void *context);

/* Time spent on tasks that are done, in s. */
double gm_writer_seconds(gm_writer *w);

/* Wait, end the thread, release *writer (null is legal) and set it to null. */
void gm_writer_free(gm_writer **writer);

#endif
