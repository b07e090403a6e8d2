/* step/timers.c -- cost of every stage of a step.
 *
 * Seconds are measured per stage; within the stage of the chunks they are distributed
 * over the passes by clock ticks.  Bytes are estimated from the sizes of columns
 * (timers.h).
 */
#include "step/timers.h"

#include <string.h>

static void add_timer_time(gm_timers *timers, const char *name, double seconds,
                           double rows, double bytes)
{
  gm_timer *t = timers->row, *end = timers->row + timers->n;
  while (t < end && t->name != name)
    ++t;
  if (t == end) {
    GM_ASSERT(timers->n < GM_TIMERS);
    ++timers->n;
    t->name = name;
  }
  t->seconds += seconds;
  t->calls += 1;
  t->rows += rows;
  t->bytes += bytes;
}

/* ---- bytes ------------------------------------------------------------------ */

/* Numbers of pairs of the list by the work done on them. */
typedef struct counts {
  double grains, rows, touching, cross, cross_touching, structures,
      structures_touching;
} counts;

static double count_timer_touching(const gm_contacts *c, gm_index k0,
                                   gm_index k1)
{
  gm_index n = 0;
  for (gm_index k = k0; k < k1; ++k)
    n += c->touched[k];
  return n;
}

/* Number of grain pairs without the outer list. */
static gm_index timer_looked_at(const gm_contacts *c)
{
  gm_index n = c->n_cross;
  for (gm_index k = 0; k < c->n_chunks; ++k)
    n += c->near_end[k] - c->first_own[k];
  return n;
}

static gm_index timer_in_chunks(const gm_contacts *c)
{
  return timer_looked_at(c) + c->n - c->n_grain;
}

static counts count_timer_work(const gm_scene *s)
{
  const gm_contacts *c = &s->contacts;
  const double cross = count_timer_touching(c, 0, c->n_cross);
  return (counts){
      .grains = s->grains.n,
      .rows = timer_looked_at(c),
      .touching = cross + count_timer_touching(c, c->n_cross, c->n_grain),
      .cross = c->n_cross,
      .cross_touching = cross,
      .structures = c->n - c->n_grain,
      .structures_touching = count_timer_touching(c, c->n_grain, c->n),
  };
}

/* As timers.h says; sizes are those of the columns' types. */
enum {
  GRAIN = sizeof(gm_grain),
  ROW = sizeof(gm_row4),
  LOAD = sizeof(gm_load),
  INDEX = sizeof(gm_index),
  DUE = sizeof(float),
  AROUND = sizeof(gm_clear_ball),
  CAPTURE = sizeof(gm_capture_contact),
  COLD = sizeof(gm_id) + 2 * INDEX,      /* of a grain */
  KEY = sizeof(uint64_t) + sizeof(gm_id) /* of its order, at least */
};

static void timer_chunk_bytes(const gm_scene *s, double bytes[GM_WORK_PASSES])
{
  const counts c = count_timer_work(s);
  const double image = s->contacts.image ? 1.0 : 0.0;
  const double turn = s->grains.orientation ? 2.0 * sizeof(gm_quat) : 0.0;
  bytes[GM_WORK_NARROW] =
      GRAIN * c.grains + (2.0 * INDEX + 2.0 + image) * c.rows;
  bytes[GM_WORK_GATHER] = ROW * (c.grains + c.touching);
  bytes[GM_WORK_FORCE] = ROW * c.touching;
  bytes[GM_WORK_SCATTER] =
      3.0 * LOAD * c.cross_touching + 4.0 * INDEX * c.cross;
  bytes[GM_WORK_STRUCTURES] = (3.0 * INDEX + DUE + 2.0 + image) * c.structures +
                              (2.0 * ROW + AROUND) * c.structures_touching;
  bytes[GM_WORK_MOVE] = (GRAIN + ROW + turn) * c.grains;
}

static double timer_loads_bytes(const gm_scene *s)
{
  double bytes[GM_WORK_PASSES];
  const counts c = count_timer_work(s);
  timer_chunk_bytes(s, bytes);
  double sum =
      2.0 * LOAD * c.grains + CAPTURE * (c.touching + c.structures_touching);
  for (int k = 0; k < GM_WORK_MOVE; ++k)
    sum += bytes[k];
  return sum;
}

static double move_timer_bytes(const gm_scene *s)
{
  double bytes[GM_WORK_PASSES];
  timer_chunk_bytes(s, bytes);
  /* Captured contacts: data that the chunks find in cache is read again here. */
  return 2.0 * bytes[GM_WORK_MOVE] + LOAD * (double)s->grains.n;
}

static double order_timer_bytes(const gm_scene *s)
{
  const double n = s->grains.n;
  return 2.0 * n * (GRAIN + ROW + COLD + KEY);
}

static double list_timer_bytes(const gm_scene *s)
{
  const double image = s->contacts.image ? 1.0 : 0.0;
  return ROW * (double)s->grains.n +
         (2.0 * INDEX + 1.0 + image + 2.0 * ROW) * (double)s->contacts.n +
         (double)(INDEX + DUE + AROUND) *
             (double)(s->contacts.n - s->contacts.n_grain);
}

/* ---- stages ----------------------------------------------------------------- */

/* Distributes the wall time of the chunks over their passes by ticks; returns their
 * bytes. */
static double share_timer_chunks(gm_timers *timers, const gm_work_buffers *b,
                                 const gm_scene *s, double seconds)
{
  static const char *const names[GM_WORK_PASSES] = {
      "  narrow phase", "  gather",     "  force law",
      "  scatter",      "  structures", "  kick and drift"};
  double ticks[GM_WORK_PASSES] = {0}, bytes[GM_WORK_PASSES], all = 0.0,
         sum = 0.0;
  for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
    for (int k = 0; k < GM_WORK_PASSES; ++k) {
      ticks[k] += (double)b->result[c].ticks[k];
      all += (double)b->result[c].ticks[k];
    }
  }
  timer_chunk_bytes(s, bytes);
  for (int k = 0; k < GM_WORK_PASSES && all > 0.0; ++k) {
    const gm_contacts *c = &s->contacts;
    const gm_index rows = k == GM_WORK_MOVE         ? s->grains.n
                          : k == GM_WORK_STRUCTURES ? c->n - c->n_grain
                                                    : timer_looked_at(c);
    add_timer_time(timers, names[k], seconds * ticks[k] / all, rows, bytes[k]);
    sum += bytes[k];
  }
  return sum;
}

void gm_timers_stage(gm_timers *timers, const gm_work_buffers *b,
                     const gm_scene *s, const char *name, double seconds,
                     int listed)
{
  double rows = s->grains.n, bytes = 0.0;
  if (!strcmp(name, "contacts and motion")) {
    rows = timer_in_chunks(&s->contacts);
    bytes = share_timer_chunks(timers, b, s, seconds);
  } else if (!strcmp(name, "contacts")) {
    rows = timer_in_chunks(&s->contacts);
    bytes = timer_loads_bytes(s);
  } else if (!strncmp(name, "continuum", 9)) {
    rows = s->points.n;
  } else if (!strcmp(name, "motion")) {
    bytes = move_timer_bytes(s);
  } else if (!strcmp(name, "grain order") && listed) {
    bytes = order_timer_bytes(s);
  } else if (!strcmp(name, "neighbour list") && listed) {
    bytes = list_timer_bytes(s);
  }
  add_timer_time(timers, name, seconds, rows, bytes);
}
