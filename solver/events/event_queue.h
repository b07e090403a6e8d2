/* events/event_queue.h -- the next of n events, one for each grain.
 *
 * A calendar: a ring of bins of equal width in time, with the events of the present bin
 * in a binary heap and those of later bins in lists.  With about one event in a bin,
 * insertion and removal take the same time for any number of grains.  Events beyond the
 * ring wait in one more list, until the ring has gone round.
 *
 * G. Paul, J. Comput. Phys. 221 (2007) 615-625.
 */
#ifndef GM_EVENTS_EVENT_QUEUE_H
#define GM_EVENTS_EVENT_QUEUE_H

#include "base/status.h"
#include "base/types.h"
#include <stddef.h>
#include <stdint.h>

typedef struct gm_event_queue {
  double *time;  /* [n] s  INFINITY: none */
  gm_index *bin; /* [n] of the ring; -1: in the heap, -2: nowhere, -3: beyond */
  gm_index *next;          /* [n] in its list; in the heap: its place */
  gm_index *before;        /* [n] likewise, -1: first */
  gm_index *first;         /* [bins] of each list, -1: empty */
  gm_index *heap;          /* [n] */
  gm_index n_heap, beyond; /* size of the heap; first event beyond the ring */
  gm_index bins;           /* a power of two */
  int64_t now;             /* the present bin, counted from time 0 */
  double scale;            /* 1/s  bins in a second */
  size_t capacity, bin_capacity;
} gm_event_queue;

/* Empties the queue for n events, of which about `rate` happen in a second, from time 0.
 * GM_ERR_MEMORY. */
gm_status gm_event_queue_begin(gm_event_queue *q, gm_index n, double rate);

/* Gives grain i an event at `time` (s), in place of the one it has. */
void gm_event_queue_put(gm_event_queue *q, gm_index i, double time);

/* The grain of the earliest event, the lower one of two at the same time; -1: there is
 * none before `end` (s). */
gm_index gm_event_queue_next(gm_event_queue *q, double end);

void gm_event_queue_clear(gm_event_queue *q);

#endif
