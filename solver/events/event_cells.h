/* events/event_cells.h -- the cells of an event-driven run, at least a diameter wide.
 *
 * Grains that can collide soon are in the same cell or in neighbours of it.  At a side
 * that is not periodic the outermost cells have no end.
 */
#ifndef GM_EVENTS_EVENT_CELLS_H
#define GM_EVENTS_EVENT_CELLS_H

#include "events/event_state.h"

/* Chooses the cells for grains that are all at time 0, and puts each into its cell.
 * GM_ERR_INPUT: a periodic side has fewer than three cells; GM_ERR_MEMORY. */
gm_status gm_event_cells_build(gm_event_state *e, const gm_scene *scene);

GM_INLINE void gm_event_cells_place(const gm_event_state *e, gm_index cell,
                                    int at[3])
{
  at[0] = cell % e->side[0];
  at[1] = cell / e->side[0] % e->side[1];
  at[2] = cell / e->side[0] / e->side[1];
}

GM_INLINE gm_index gm_event_cells_number(const gm_event_state *e,
                                         const int at[3])
{
  return at[0] + e->side[0] * (at[1] + e->side[1] * at[2]);
}

GM_INLINE void gm_event_cells_enter(gm_event_state *e, gm_index i,
                                    gm_index cell)
{
  const gm_index other = e->first[cell];
  e->cell[i] = cell;
  e->before[i] = -1;
  e->next[i] = other;
  if (other >= 0) e->before[other] = i;
  e->first[cell] = i;
}

GM_INLINE void gm_event_cells_leave(gm_event_state *e, gm_index i)
{
  const gm_index before = e->before[i], next = e->next[i];
  if (before >= 0)
    e->next[before] = next;
  else
    e->first[e->cell[i]] = next;
  if (next >= 0) e->before[next] = before;
}

#endif
