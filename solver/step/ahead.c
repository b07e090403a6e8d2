/* step/ahead.c -- how many plain steps lie ahead. */
#include "step/ahead.h"

#include "setup/body.h"
#include "soft/growing.h"
#include "step/pour.h"

/* Scenes in which every step may be more than plain. */
static int never(const gm_state *step, const gm_scene *s)
{
  return s->hard || s->continuum.mode != GM_MODE_DISCRETE || s->held_groups.n ||
         s->clumps.n_shapes || gm_sensors_count(&s->sensors) ||
         gm_growing_due(s) || step->capture.valid ||
         step->model.scheme->remembers || step->model.law->printed;
}

/* Steps before one at whose end a structure appears or vanishes; with a step of care, as
 * times are rounded. */
static int64_t ahead_before_change(const gm_scene *s, const gm_structure *b,
                                   int64_t most)
{
  const double at[2] = {b->present_from, b->present_to};
  for (int k = 0; k < 2; ++k) {
    const double left = (at[k] - s->time) / s->dt;
    if (at[k] > 0.0 && left > -1.0 && left < (double)most + 2.0)
      most = left < 2.0 ? 0 : (int64_t)left - 1;
  }
  return most;
}

int64_t gm_ahead_alone(const gm_state *step, const gm_scene *s, int64_t most)
{
  if (never(step, s)) return 0;
  if (s->structures.n > s->structures.named) {
    const int64_t flow = gm_body_flow_ahead(s);
    if (flow < most) most = flow;
  }
  for (gm_index k = 0; k < s->structures.named && most > 0; ++k)
    most = ahead_before_change(s, &s->structures.row[k], most);
  return most;
}

int64_t gm_ahead_steps(const gm_state *step, const gm_scene *s, int64_t most)
{
  const int64_t leave = gm_leave_ahead(s);
  const int64_t pour =
      s->pours.n ? gm_ahead_multiple(s->step, GM_POUR_EVERY) : leave;
  most = gm_ahead_alone(step, s, most);
  if (leave < most) most = leave;
  return pour < most ? pour : most;
}
