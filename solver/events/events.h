/* events/events.h -- hard grains event by event: each collision at its exact time.
 *
 * Between events grains fly along parabolas.  When the velocity of a grain changes, the
 * time of its next collision is computed, with a grain of its own or a neighbouring cell
 * or with a wall, and that of its next crossing of a cell's face; a calendar
 * (events/event.h) finds the earliest of all.  A grain is moved only when an event
 * concerns it: it has a clock of its own.
 *
 * A run advances from one synchronisation to the next.  There all grains are brought to
 * one time and all predictions are made anew, from nothing but their columns: a run that
 * stops there goes on with the same bits.  Events run on one thread.
 *
 * D. C. Rapaport, J. Comput. Phys. 34 (1980) 184; M. Marin, D. Risso and P. Cordero,
 * J. Comput. Phys. 109 (1993) 306 (clocks of grains); M. N. Bannerman, S. Strobl,
 * A. Formella and T. Poeschel, Comput. Part. Mech. 1 (2014) 191 (overlapping pairs).
 */
#ifndef GM_EVENTS_EVENTS_H
#define GM_EVENTS_EVENTS_H

#include "events/event.h"

/* Moves the grains of the scene by `span` (s) with all their collisions.  Positions,
 * velocities, spins and orientations are then those of the new time; positions may be
 * outside periodic faces by less than a cell.  Structures are planes, at rest or moving
 * evenly; wall[].impulse receives what grains gave them.  GM_ERR_INPUT: the scene is none
 * for this engine, with a message; GM_ERR_MEMORY. */
gm_status gm_events_advance(gm_event_state *e, gm_scene *scene, double span);

/* Adds the sums of the last call to the balance of the scene, and loads structures with
 * the impulses of that time, `span` (s). */
void gm_events_account(const gm_event_state *e, gm_scene *scene, double span);

void gm_events_clear(gm_event_state *e);

/* ---- grains and planes from the scene and back ----------------------------------- */

/* Copies the structures.  GM_ERR_INPUT: one is no plane; GM_ERR_MEMORY. */
gm_status gm_events_walls(gm_event_state *e, const gm_scene *scene);

#endif
