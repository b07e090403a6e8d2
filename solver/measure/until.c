/* measure/until.c -- conditions that end a run before time.end. */
#include "measure/until.h"

void gm_until_init(gm_until *u, const gm_config *c, double dt, int64_t history)
{
  *u = (gm_until){.after = c->time.until.after,
                  .kinetic = c->time.until.kinetic_energy_below,
                  .out = c->time.until.grains_out};
  if (isnan(u->kinetic) && u->out == 0) return;
  const double every = c->time.until.every;
  u->every = every > 0.0 ? llround(every / dt) : history;
  if (u->every < 1) u->every = 1;
}

static int ends(gm_until *u, const char *key, double value, double time)
{
  u->because = key;
  u->value = value;
  u->time = time;
  return 1;
}

/* Returns 1 if a pour with an end has not yet ended. */
static int until_more_come(const gm_scene *s)
{
  for (gm_index k = 0; k < s->pours.n; ++k)
    if (gm_pours_goes_on(&s->pours.row[k])) return 1;
  return 0;
}

/* A packing that is dropped starts at rest, so the energy must have been above the
 * limit before it can fall below.  While a pour with an end goes on, a low energy does
 * not end the run either. */
int gm_until_holds(gm_until *u, const gm_scene *s, const gm_measure *now)
{
  const double k = now->kinetic + now->bodies;
  if (s->time < u->after * (1.0 - 1.0e-12)) return 0;
  if (u->out > 0 && s->balance.grains_out >= u->out) {
    return ends(u, "grains_out", (double)s->balance.grains_out, s->time);
  }
  if (isnan(u->kinetic)) return 0;
  if (u->was_above && k < u->kinetic && !until_more_come(s)) {
    return ends(u, "kinetic_energy_below", k, s->time);
  }
  u->was_above |= k >= u->kinetic;
  return 0;
}
