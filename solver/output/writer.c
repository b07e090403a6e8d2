/* output/writer.c -- a thread that performs one task at a time. */
#include "output/writer.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct gm_writer {
  pthread_t thread;
  pthread_mutex_t lock;   /* protects all members below */
  pthread_cond_t changed; /* a task arrived or is done */
  bool started, ends;
  gm_writer_task *task; /* null: idle */
  void *context;
  double seconds;
  gm_status status; /* of the last task */
  char message[8192];
};

/* Perform a task.  The caller holds the lock, which is released meanwhile. */
static void perform_writing(gm_writer *w)
{
  gm_writer_task *task = w->task;
  void *context = w->context;
  pthread_mutex_unlock(&w->lock);
  const double t0 = gm_clock_now();
  const gm_status status = task(context);
  const double t1 = gm_clock_now();
  pthread_mutex_lock(&w->lock);
  w->seconds += t1 - t0;
  w->status = status;
  if (status != GM_OK)
    snprintf(w->message, sizeof w->message, "%s", gm_status_message());
  w->task = NULL;
  pthread_cond_broadcast(&w->changed);
}

static void *writer_work(void *context)
{
  gm_writer *w = context;
  pthread_mutex_lock(&w->lock);
  while (!w->ends) {
    if (w->task)
      perform_writing(w);
    else
      pthread_cond_wait(&w->changed, &w->lock);
  }
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

gm_status gm_writer_create(gm_writer **writer)
{
  gm_writer *w = calloc(1, sizeof *w);
  *writer = w;
  if (!w) return gm_fail(GM_ERR_MEMORY, "no memory for the writing thread");
  pthread_mutex_init(&w->lock, NULL);
  pthread_cond_init(&w->changed, NULL);
  return GM_OK;
}

/* Status of the last task, with its message.  The caller holds the lock. */
static gm_status told_to_write(const gm_writer *w)
{
  return w->status == GM_OK ? GM_OK : gm_fail(w->status, "%s", w->message);
}

static void wait_writer_idle(gm_writer *w)
{
  while (w->task)
    pthread_cond_wait(&w->changed, &w->lock);
}

gm_status gm_writer_wait(gm_writer *w)
{
  pthread_mutex_lock(&w->lock);
  wait_writer_idle(w);
  const gm_status status = told_to_write(w);
  pthread_mutex_unlock(&w->lock);
  return status;
}

gm_status gm_writer_look(gm_writer *w)
{
  pthread_mutex_lock(&w->lock);
  const gm_status status = told_to_write(w);
  pthread_mutex_unlock(&w->lock);
  return status;
}

gm_status gm_writer_hand(gm_writer *w, gm_writer_task *task, void *context)
{
  pthread_mutex_lock(&w->lock);
  wait_writer_idle(w);
  const gm_status status = told_to_write(w);
  if (status == GM_OK) {
    w->task = task;
    w->context = context;
    if (!w->started)
      w->started = !pthread_create(&w->thread, NULL, writer_work, w);
    if (w->started)
      pthread_cond_broadcast(&w->changed);
    else
      perform_writing(w);
  }
  pthread_mutex_unlock(&w->lock);
  return status;
}

double gm_writer_seconds(gm_writer *w)
{
  pthread_mutex_lock(&w->lock);
  const double seconds = w->seconds;
  pthread_mutex_unlock(&w->lock);
  return seconds;
}

void gm_writer_free(gm_writer **writer)
{
  gm_writer *w = *writer;
  *writer = NULL;
  if (!w) return;
  pthread_mutex_lock(&w->lock);
  wait_writer_idle(w);
  w->ends = true;
  pthread_cond_broadcast(&w->changed);
  pthread_mutex_unlock(&w->lock);
  if (w->started) pthread_join(w->thread, NULL);
  pthread_cond_destroy(&w->changed);
  pthread_mutex_destroy(&w->lock);
  free(w);
}
