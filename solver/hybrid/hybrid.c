/* hybrid/hybrid.c -- set-up of a hybrid material, and its part in a step.
 *
 * Five samples are taken between two conversions, as far as these are multiples of ten
 * steps, of grains down to a cell and a half below the upper side of the coupling zone:
 * it cannot move farther between two conversions.
 */
#include "hybrid/hybrid.h"

#include "base/memory.h"
#include "config/report.h"
#include "hybrid/sample.h"

static const double window = 2.2; /* mean diameters */
static const double least_mass =
    1.0e-6; /* 1  of a full cell, of a node that counts */

/* Mean radius, standard deviation and bounds of the grains there are. */
static void survey(const gm_grains *g, gm_partition *p)
{
  double sum = 0.0, squares = 0.0;
  p->least = INFINITY;
  p->most = 0.0;
  for (gm_index i = 0; i < g->n; ++i) {
    const double r = g->g[i].x[3];
    sum += r;
    p->least = fmin(p->least, r);
    p->most = fmax(p->most, r);
  }
  p->radius = sum / g->n;
  for (gm_index i = 0; i < g->n; ++i) {
    const double off = g->g[i].x[3] - p->radius;
    squares += off * off;
  }
  p->spread = sqrt(squares / g->n);
  p->material = g->material[0];
  p->label = g->label[0];
}

static gm_status begin(const gm_config *config, gm_scene *s)
{
  gm_partition *p = &s->partition;
  const double h = s->continuum.cell;
  const double reach =
      (config->hybrid.zone.depth + 2.0 * config->hybrid.zone.half + 2.0) * h;
  GM_TRY(gm_grains_weigh(&s->grains));
  survey(&s->grains, p);
  GM_TRY(gm_zones_init(&p->zones, s->grains.rule.flat ? 2 : 3, h, reach,
                       s->domain.min, s->domain.max));
  return gm_means_init(&p->means, &p->zones);
}

gm_status gm_hybrid_build(gm_hybrid *o, const gm_mpm_form *form, gm_scene *s,
                          const gm_config *config)
{
  const gm_partition *p = &s->partition;
  const double h = s->continuum.cell;
  *o = (gm_hybrid){0};
  if (config->hybrid.mode != GM_MODE_HYBRID || s->grains.n == 0) return GM_OK;
  GM_TRY(begin(config, s));
  o->conversion = (gm_conversion_state){
      .every = config->hybrid.every,
      .sample_every =
          config->hybrid.every / 50 > 0 ? 10 * (config->hybrid.every / 50) : 10,
      .start = config->hybrid.start,
      .threshold = config->hybrid.zone.threshold,
      .depth = config->hybrid.zone.depth * h,
      .half = config->hybrid.zone.half * h,
      .weight = config->hybrid.weight,
      .window = window * 2.0 * p->radius,
      .per_cell = config->hybrid.points_per_cell,
      .layer = config->hybrid.oracle == GM_ORACLE_LAYER,
      .settle = config->hybrid.settle,
      .law = s->continuum.law,
  };
  if (!o->conversion.layer) return GM_OK;
  return gm_solids_build(&o->conversion.solids, form, s, config);
}

void gm_hybrid_clear(gm_hybrid *o)
{
  gm_conversion_clear(&o->conversion);
  gm_coupling_clear(&o->coupling);
  *o = (gm_hybrid){0};
}

int gm_hybrid_samples(const gm_hybrid *o, const gm_scene *s)
{
  const gm_conversion_state *c = &o->conversion;
  return c->every > 0 && s->step % c->sample_every == 0 &&
         (double)s->step * s->dt >= c->start * (1.0 - 1.0e-9);
}

gm_status gm_hybrid_sample(gm_hybrid *o, gm_scene *s, const gm_capture *now)
{
  const gm_conversion_state *c = &o->conversion;
  gm_partition *p = &s->partition;
  return gm_sample_take(&p->means, &p->zones, s, now,
                        c->depth - c->half - 1.5 * p->zones.cell);
}

gm_status gm_hybrid_couple(gm_hybrid *o, gm_point_grid *grid, gm_scene *s,
                           int threads)
{
  const int stride = s->continuum.stride, now = (int)(s->step % stride);
  const double left = (double)(stride - 1 - now) / stride;
  gm_partition *p = &s->partition;
  gm_coupling_result r;
  const double h = p->zones.cell;
  const double volume =
      h * h * (p->zones.axes > 2 ? h : s->grains.rule.thickness);
  if (!s->grains.weight) return GM_OK;
  if (now == 0) GM_TRY(gm_coupling_begin(&o->coupling, grid));
  GM_TRY(gm_coupling_run(&o->coupling, grid, &s->grains, s->dt,
                         least_mass * p->density * volume, left, threads, &r));
  o->swiftest = r.swiftest;
  p->sums.work += r.work;
  p->sums.loss += r.loss;
  p->sums.coupling_error = fmax(p->sums.coupling_error, r.error);
  p->sums.coupled = o->coupling.n;
  return GM_OK;
}
