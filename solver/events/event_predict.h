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

/* Position d (m) and velocity u (m/s) of grain g relative to the nearest image of h, both
 * at time t; in a sheared box the image beyond y moves along x. */
GM_INLINE void gm_event_predict_relative(const gm_event_state *e,
                                         const gm_event_grain *g,
                                         const gm_event_grain *h, double t,
                                         double d[3], double u[3])
{
  for (int k = 0; k < 3; ++k) {
    d[k] = g->x[k] - h->x[k];
    u[k] = g->v[k] - h->v[k];
  }
  for (int k = 2; k >= 0; --k) { /* y before x */
    const double L = e->period[k];
    if (!(L > 0.0)) continue;
    const double turns = rint(d[k] / L);
    if (turns == 0.0) continue;
    d[k] -= turns * L;
    if (k != 1 || e->slides == 0.0) continue;
    d[0] -= turns * (e->slid + e->slides * t);
    u[0] -= turns * e->slides;
  }
}

#endif
