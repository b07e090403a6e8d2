/* events/event_queue.c -- a calendar of events.
 *
 * Equal times are ordered by the number of the grain, so that the order of events depends
 * on their times alone and not on how the queue was filled.
 */
#include "events/event_queue.h"

#include "base/memory.h"
#include <math.h>

enum { IN_HEAP = -1, NOWHERE = -2, BEYOND = -3 };

gm_status gm_event_queue_begin(gm_event_queue *q, gm_index n, double rate)
{
  gm_index bins = 1;
  while (bins < n && bins < 1 << 24)
    bins *= 2;
  if ((size_t)n > q->capacity) {
    GM_TRY(GM_RESIZE(q->time, 0, n));
    GM_TRY(GM_RESIZE(q->bin, 0, n));
    GM_TRY(GM_RESIZE(q->next, 0, n));
    GM_TRY(GM_RESIZE(q->before, 0, n));
    GM_TRY(GM_RESIZE(q->heap, 0, n));
    q->capacity = (size_t)n;
  }
  if ((size_t)bins > q->bin_capacity) {
    GM_TRY(GM_RESIZE(q->first, 0, bins));
    q->bin_capacity = (size_t)bins;
  }
  for (gm_index i = 0; i < n; ++i) {
    q->bin[i] = NOWHERE;
    q->time[i] = INFINITY;
  }
  for (gm_index k = 0; k < bins; ++k)
    q->first[k] = -1;
  q->bins = bins;
  q->n_heap = 0;
  q->beyond = -1;
  q->now = 0;
  q->scale = rate > 0.0 && isfinite(rate) ? rate : 1.0;
  return GM_OK;
}

/* ---- heap of the present bin ------------------------------------------------------ */

static int earlier(const gm_event_queue *q, gm_index a, gm_index b)
{
  if (q->time[a] != q->time[b]) return q->time[a] < q->time[b];
  return a < b;
}

static void set(gm_event_queue *q, gm_index place, gm_index i)
{
  q->heap[place] = i;
  q->next[i] = place;
}

static void rise(gm_event_queue *q, gm_index place)
{
  const gm_index i = q->heap[place];
  while (place > 0 && earlier(q, i, q->heap[(place - 1) / 2])) {
    set(q, place, q->heap[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  set(q, place, i);
}

static void sink(gm_event_queue *q, gm_index place)
{
  const gm_index i = q->heap[place];
  for (;;) {
    gm_index child = 2 * place + 1;
    if (child >= q->n_heap) break;
    if (child + 1 < q->n_heap && earlier(q, q->heap[child + 1], q->heap[child]))
      ++child;
    if (!earlier(q, q->heap[child], i)) break;
    set(q, place, q->heap[child]);
    place = child;
  }
  set(q, place, i);
}

static void leave_heap(gm_event_queue *q, gm_index i)
{
  const gm_index place = q->next[i], last = q->heap[--q->n_heap];
  if (last == i) return;
  set(q, place, last);
  rise(q, place);
  sink(q, q->next[last]);
}

static void enter_heap(gm_event_queue *q, gm_index i)
{
  q->bin[i] = IN_HEAP;
  set(q, q->n_heap++, i);
  rise(q, q->n_heap - 1);
}

/* ---- lists ------------------------------------------------------------------------ */

static void leave_list(gm_event_queue *q, gm_index i, gm_index *first)
{
  const gm_index before = q->before[i], next = q->next[i];
  if (before >= 0)
    q->next[before] = next;
  else
    *first = next;
  if (next >= 0) q->before[next] = before;
}

static void enter_list(gm_event_queue *q, gm_index i, gm_index *first)
{
  q->before[i] = -1;
  q->next[i] = *first;
  if (*first >= 0) q->before[*first] = i;
  *first = i;
}

static void enter(gm_event_queue *q, gm_index i)
{
  const double at = q->time[i] * q->scale;
  if (!(at < 9.0e18)) { /* never */
    q->bin[i] = NOWHERE;
    return;
  }
  const int64_t bin = (int64_t)at;
  if (bin <= q->now) {
    enter_heap(q, i);
  } else if (bin - q->now < q->bins) {
    q->bin[i] = (gm_index)(bin & (q->bins - 1));
    enter_list(q, i, &q->first[q->bin[i]]);
  } else {
    q->bin[i] = BEYOND;
    enter_list(q, i, &q->beyond);
  }
}

void gm_event_queue_put(gm_event_queue *q, gm_index i, double time)
{
  if (q->bin[i] == IN_HEAP) {
    const int64_t bin =
        time * q->scale < 9.0e18 ? (int64_t)(time * q->scale) : INT64_MAX;
    if (bin <= q->now) { /* it stays in the heap */
      q->time[i] = time;
      rise(q, q->next[i]);
      sink(q, q->next[i]);
      return;
    }
    leave_heap(q, i);
  } else if (q->bin[i] == BEYOND) {
    leave_list(q, i, &q->beyond);
  } else if (q->bin[i] >= 0) {
    leave_list(q, i, &q->first[q->bin[i]]);
  }
  q->time[i] = time;
  enter(q, i);
}

/* Deals the events beyond the ring anew. */
static void deal(gm_event_queue *q)
{
  gm_index i = q->beyond;
  q->beyond = -1;
  while (i >= 0) {
    const gm_index next = q->next[i];
    enter(q, i);
    i = next;
  }
}

gm_index gm_event_queue_next(gm_event_queue *q, double end)
{
  while (!q->n_heap) {
    if (!((double)(q->now + 1) < end * q->scale + 1.0)) return -1;
    ++q->now;
    const gm_index bin = (gm_index)(q->now & (q->bins - 1));
    if (bin == 0 && q->beyond >= 0) deal(q);
    gm_index i = q->first[bin];
    q->first[bin] = -1;
    while (i >= 0) {
      const gm_index next = q->next[i];
      enter_heap(q, i);
      i = next;
    }
  }
  return q->time[q->heap[0]] < end ? q->heap[0] : -1;
}

void gm_event_queue_clear(gm_event_queue *q)
{
  GM_FREE(q->time);
  GM_FREE(q->bin);
  GM_FREE(q->next);
  GM_FREE(q->before);
  GM_FREE(q->first);
  GM_FREE(q->heap);
  *q = (gm_event_queue){0};
}
