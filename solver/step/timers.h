/* step/timers.h -- cost of every stage of a step: seconds, grains or pairs, bytes.
 *
 * Bytes are an estimate of what a step moves between memory and the processor: a chunk
 * stays in cache while its passes run, so a column counts in the first of them that
 * reads it and in the last that writes it, once for each row, whatever the number of
 * contacts that read it.  With r pairs of grains in the inner list, t of them touching,
 * x of these between chunks, s grain-structure pairs, u of them touching, and n grains:
 *
 *   narrow phase     64 n   position, radius, velocity, mass   10 r   a, b, touched
 *   gather           32 n   spin                               32 t   history
 *   force law                                                  32 t   history
 *   scatter                                                   192 x   record, twice
 *                    16 per pair between chunks   entries
 *   structures                                       18 s + 96 u   a, b, patch, due;
 *                                                            history, clear ball
 *   kick and drift   96 n   position, velocity, spin; orientations 64 n
 *   contacts         all but the move, and 64 (t + u) of captured contacts, 128 n of
 *                    loads kept and summed
 *   grain order      all columns of the grains once each way, with their keys
 *   neighbour list   32 n positions; columns of the pairs, their history twice
 *
 * and one byte more for each pair in a periodic domain.  The time of the narrow phase
 * includes the split into inner and outer list; its pairs and bytes do not.  Stages
 * that did nothing count no bytes; the clear ball of queried pairs that do not touch
 * (32 bytes each) is not counted either.  The traffic is larger if a chunk does not fit
 * in cache, smaller if all grains do.
 */
#ifndef GM_STEP_TIMERS_H
#define GM_STEP_TIMERS_H

#include "soft/work.h"

enum { GM_TIMERS = 40 };

/* Cost of a stage or pass, summed over its calls. */
typedef struct gm_timer {
  const char *name;
  double seconds;
  int64_t calls;
  double rows;  /* grains or contacts worked on, summed over the calls */
  double bytes; /* bytes read and written, likewise */
} gm_timer;

typedef struct gm_timers {
  int on;
  int n;
  gm_timer row[GM_TIMERS];
} gm_timers;

/* Adds a run of stage `name` (a string constant) that took `seconds`.  listed: the stage
 * built a list or sorted the grains.  The time of the chunks is distributed over their
 * passes in proportion to clock ticks. */
void gm_timers_stage(gm_timers *timers, const gm_work_buffers *buffers,
                     const gm_scene *scene, const char *name, double seconds,
                     int listed);

#endif
