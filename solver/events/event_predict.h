/* events/event_predict.h -- the next collision and the next crossing of a grain.
 */
#ifndef GM_EVENTS_EVENT_PREDICT_H
#define GM_EVENTS_EVENT_PREDICT_H

#include "events/event_state.h"

/* Computes what grain i does next after the time of its clock, and puts it into the
 * queue. */
void gm_event_predict(gm_event_state *e, const gm_scene *scene, gm_index i);

/* The same after it has crossed `face` into its present cell: only cells that have become
 * neighbours are searched. */
void gm_event_predict_crossed(gm_event_state *e, const gm_scene *scene,
                              gm_index i, int face);

/* Brings grain i to time t (s since the last synchronisation). */
GM_INLINE void gm_event_predict_fly(gm_event_grain *g, gm_vec3 gravity,
                                    double t)
{
  const double dt = t - g->t, half = 0.5 * dt * dt;
  const double a[3] = {gravity.x, gravity.y, gravity.z};
  for (int k = 0; k < 3; ++k) {
    g->x[k] += g->v[k] * dt + a[k] * half;
    g->v[k] += a[k] * dt;
  }
  g->t = t;
}

#endif
