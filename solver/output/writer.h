/* output/writer.h -- a thread that performs one task at a time while its owner
 * continues.
 *
 * There is no queue: a task is handed over once the one before is done, so that nothing
 * accumulates and tasks keep their order.  After a task that failed no other is
 * performed; its error is returned to the owner.  All functions are called by one
 * thread, the owner.
 */
#ifndef GM_OUTPUT_WRITER_H
#define GM_OUTPUT_WRITER_H

#include "base/status.h"

typedef struct gm_writer gm_writer;

/* Runs on the writing thread.  It must not allocate with base/memory.h, whose counters
 * belong to one thread. */
typedef gm_status gm_writer_task(void *context);

/* On GM_ERR_MEMORY *writer is null.  The thread is started for the first task; where
 * the system refuses a thread, gm_writer_hand performs tasks itself. */
gm_status gm_writer_create(gm_writer **writer);

/* Wait until no task is running.  Returns status and message of a task that failed. */
gm_status gm_writer_wait(gm_writer *w);

/* The same without waiting; GM_OK while a task is running. */
gm_status gm_writer_look(gm_writer *w);

/* Wait as gm_writer_wait does, then let the thread perform task(context).  The caller
 * must not touch context until the task is done.  An error is that of an earlier task;
 * this one is then not performed. */
gm_status gm_writer_hand(gm_writer *w, gm_writer_task *task, void *context);

/* Time spent on completed tasks, in s. */
double gm_writer_seconds(gm_writer *w);

/* Wait, end the thread, release *writer (may be null) and set it to null. */
void gm_writer_free(gm_writer **writer);

#endif
