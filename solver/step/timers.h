/* step/timers.h -- what every stage costs: seconds, rows, and bytes of columns.
 *
 * Room: step.  May include: all rooms below.
 *
 * Bytes are an estimate of what a step moves between memory and the processor: a chunk stays
 * in cache while its stages run, so a column counts in the first of them that reads it and in
 * the last that writes it, once for each row, whatever the number of contacts that ask for
 * it.  With r rows between grains that are looked at, t of them touching, x of these crossing
 * chunks, s rows on structures, u of them touching, and n grains:
 *
 *   touch      64 n   position, radius, velocity, mass      10 r   a, b, touched twice
 *   fill       32 n   spin                                  32 t   history
 *   law                                                     32 t   history
 *   scatter                                               192 x   record, for either side
 *              16 per cross row   entries
 *   structure rows                            18 s + 128 u   a, b, patch, touched, due; history,
 *                                                            what is known around
 *   move       96 n   position, velocity, spin; with orientations 64 n more
 *   loads      all but the move, and 64 (t + u) of captured contacts, 128 n of loads kept
 *              and summed
 *   order      all columns of the grains once each way, with their keys
 *   candidates 32 n positions; columns of the rows written, their history both ways
 *
 * and one byte more for each row that has an image.  Parting near rows from far ones is in the time
 * of touch, and not in its rows and bytes.  A stage that is left out, like one that
 * had nothing to do, counts none, nor does what is known around rows on structures that do not
 * touch: 64 for each that is due.  More is moved where a chunk does not fit in cache, less where
 * all grains do.
 */
#ifndef GM_STEP_TIMERS_H
#define GM_STEP_TIMERS_H

#include "step/step.h"

/* Stage `name` (a constant) of the step was run in `seconds`; listed: it made a list or an
 * order.  The chunks are shared among their stages by the ticks they counted. */
void gm_timers_stage(gm_step *step, const gm_scene *scene, const char *name,
                     double seconds, int listed);

#endif
