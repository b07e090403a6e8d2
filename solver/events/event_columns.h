/* events/event_columns.h -- grains and planes from the scene and back. */
#ifndef GM_EVENTS_EVENT_COLUMNS_H
#define GM_EVENTS_EVENT_COLUMNS_H

#include "events/event_state.h"

/* Copies the grains; their clocks show 0.  GM_ERR_INPUT: a grain is held;
 * GM_ERR_MEMORY. */
gm_status gm_event_columns_grains(gm_event_state *e, const gm_scene *scene);

/* Copies the structures.  GM_ERR_INPUT: one is no plane; GM_ERR_MEMORY. */
gm_status gm_event_columns_walls(gm_event_state *e, const gm_scene *scene);

/* Brings all grains to the time `span` (s) and back to the scene. */
void gm_event_columns_return(gm_event_state *e, gm_scene *scene, double span);

#endif
