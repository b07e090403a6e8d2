/* unit/output_writer.c -- the writer thread does one task at a time, in order, while its
 * owner goes on.  After a task has failed the owner receives its error, and no further
 * task is done. */
#include "output/writer.h"

#include "check.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <string.h>

enum { TASKS = 1000 };

/* What tasks share with their owner: plain numbers, handed to and fro. */
typedef struct shared {
  int number[TASKS];
  int done;
  bool same_thread;
  pthread_t owner;
  sem_t go; /* a slow task waits for it */
} shared;

static gm_status count(void *context)
{
  shared *s = context;
  s->number[s->done] = s->done;
  s->same_thread |= pthread_equal(s->owner, pthread_self()) != 0;
  ++s->done;
  return GM_OK;
}

static gm_status slow(void *context)
{
  shared *s = context;
  while (sem_wait(&s->go))
    ;
  return count(context);
}

static gm_status fails_at_once(void *context)
{
  (void)context;
  return gm_fail(GM_ERR_FILE, "the disk is full");
}

static gm_status fails_slowly(void *context)
{
  shared *s = context;
  while (sem_wait(&s->go))
    ;
  return fails_at_once(context);
}

static void in_order(shared *s)
{
  gm_writer *w = NULL;
  CHECK(gm_writer_create(&w) == GM_OK);
  CHECK(gm_writer_wait(w) == GM_OK && gm_writer_look(w) == GM_OK);
  for (int k = 0; k < TASKS; ++k)
    CHECK(gm_writer_hand(w, count, s) == GM_OK);
  CHECK(gm_writer_wait(w) == GM_OK);
  CHECK(s->done == TASKS && !s->same_thread);
  for (int k = 0; k < TASKS; ++k)
    CHECK(s->number[k] == k);
  CHECK(gm_writer_seconds(w) > 0.0);
  gm_writer_free(&w);
  CHECK(w == NULL);
  gm_writer_free(&w); /* harmless */
}

/* The owner goes on while a task is done: it is the owner who lets the task end. */
static void beside(shared *s)
{
  gm_writer *w = NULL;
  CHECK(gm_writer_create(&w) == GM_OK);
  s->done = 0;
  CHECK(gm_writer_hand(w, slow, s) == GM_OK);
  CHECK(gm_writer_look(w) == GM_OK);
  sem_post(&s->go);
  CHECK(gm_writer_wait(w) == GM_OK && s->done == 1);
  CHECK(gm_writer_hand(w, slow, s) == GM_OK);
  sem_post(&s->go);
  CHECK(gm_writer_hand(w, count, s) == GM_OK); /* waits for the slow one */
  gm_writer_free(&w);                          /* waits too */
  CHECK(s->done == 3);
}

static int told(gm_status status)
{
  return status == GM_ERR_FILE &&
         !strcmp(gm_status_message(), "the disk is full");
}

static void failures(shared *s)
{
  gm_writer *w = NULL;
  CHECK(gm_writer_create(&w) == GM_OK);
  s->done = 0;
  gm_fail(GM_ERR_INPUT, "something else");
  CHECK(gm_writer_hand(w, fails_slowly, s) == GM_OK);
  CHECK(gm_writer_look(w) == GM_OK);
  CHECK(!strcmp(gm_status_message(), "something else")); /* a message each */
  sem_post(&s->go);
  CHECK(told(gm_writer_hand(w, count, s)));
  for (int k = 0; k < 2; ++k) {
    gm_fail(GM_ERR_INPUT, "something else");
    CHECK(told(gm_writer_look(w)));
    gm_fail(GM_ERR_INPUT, "something else");
    CHECK(told(gm_writer_wait(w)));
  }
  CHECK(told(gm_writer_hand(w, count, s)));
  gm_writer_free(&w);
  CHECK(s->done == 0);

  CHECK(gm_writer_create(&w) == GM_OK);
  CHECK(gm_writer_hand(w, fails_at_once, s) == GM_OK);
  gm_writer_free(&w); /* nobody asked */
}

int main(void)
{
  static shared s;
  s.owner = pthread_self();
  sem_init(&s.go, 0, 0);
  in_order(&s);
  beside(&s);
  failures(&s);
  sem_destroy(&s.go);
  return CHECK_REPORT();
}
