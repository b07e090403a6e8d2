/* step/timers.c -- what every stage costs.  Room: step. */
#include "step/timers.h"

static gm_timer *timer(gm_step *step, const char *name)
{
  for (int k = 0; k < step->n_timers; ++k) {
    if (step->timer[k].name == name) return &step->timer[k];
  }
  GM_ASSERT(step->n_timers < GM_STEP_TIMERS);
  step->timer[step->n_timers].name = name;
  return &step->timer[step->n_timers++];
}

void gm_timers_add(gm_step *step, const char *name, double seconds, double rows)
{
  gm_timer *t = timer(step, name);
  t->seconds += seconds;
  t->calls += 1;
  t->rows += rows;
}

/* Share the wall time of the chunks among their stages by ticks. */
void gm_timers_share(gm_step *step, const gm_scene *s, double seconds)
{
  static const char *const names[GM_CHUNK_STAGES] = {
      "  touch", "  fill", "  law", "  scatter", "  structure rows", "  move"};
  double ticks[GM_CHUNK_STAGES] = {0}, all = 0.0;
  for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
    for (int k = 0; k < GM_CHUNK_STAGES; ++k) {
      ticks[k] += (double)step->result[c].ticks[k];
      all += (double)step->result[c].ticks[k];
    }
  }
  for (int k = 0; k < GM_CHUNK_STAGES && all > 0.0; ++k) {
    const gm_contacts *c = &s->contacts;
    const gm_index rows = k == GM_CHUNK_MOVE         ? s->grains.n
                          : k == GM_CHUNK_STRUCTURES ? c->n - c->n_grain
                                                     : c->n_grain;
    gm_timers_add(step, names[k], seconds * ticks[k] / all, rows);
  }
}
