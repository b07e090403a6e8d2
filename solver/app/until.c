/* app/until.c -- conditions that end a run before its time.  Room: app. */
#include "app/until.h"

void gm_until_init(gm_until *u, const gm_ready *r)
{
  const gm_config *c = &r->config;
  *u = (gm_until){.after = c->time.until.after,
                  .kinetic = c->time.until.kinetic_energy_below,
                  .out = c->time.until.grains_out};
  if (isnan(u->kinetic) && u->out == 0) return;
  const double every = c->time.until.every;
  u->every = every > 0.0 ? llround(every / r->scene.dt) : r->history_every;
  if (u->every < 1) u->every = 1;
}

static int ends(gm_until *u, const char *key, double value, double time)
{
  u->because = key;
  u->value = value;
  u->time = time;
  return 1;
}

/* Will a pour bring more grains? */
static int more_come(const gm_scene *s)
{
  for (gm_index k = 0; k < s->pours.n; ++k)
    if (gm_pours_goes_on(&s->pours.row[k])) return 1;
  return 0;
}

/* A bed that is dropped starts at rest: the energy must have been above before it can fall
 * below.  While a pour that ends has not ended, rest is not the end either. */
int gm_until_holds(gm_until *u, const gm_scene *s, const gm_measure *now)
{
  const double k = now->kinetic;
  if (s->time < u->after * (1.0 - 1.0e-12)) return 0;
  if (u->out > 0 && s->balance.grains_out >= u->out) {
    return ends(u, "grains_out", (double)s->balance.grains_out, s->time);
  }
  if (isnan(u->kinetic)) return 0;
  if (u->was_above && k < u->kinetic && !more_come(s)) {
    return ends(u, "kinetic_energy_below", k, s->time);
  }
  u->was_above |= k >= u->kinetic;
  return 0;
}

void gm_until_print(FILE *out, const gm_until *u)
{
  if (u->every == 0) return;
  if (u->because) {
    fprintf(out, "  ended       at t = %.6g s by time.until.%s: %.6g%s\n",
            u->time, u->because, u->value,
            u->because[0] == 'k' ? " J" : " grains");
    return;
  }
  fprintf(out, "  ended       by time.end; time.until did not hold%s\n",
          isnan(u->kinetic) || u->was_above
              ? ""
              : ": the kinetic energy was never above the limit");
}
