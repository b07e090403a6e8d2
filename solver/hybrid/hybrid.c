/* hybrid/hybrid.c -- set-up of a hybrid material, and its part in a step.
 *
 * Five samples are taken between two conversions, as far as these are multiples of ten
 * steps, of grains down to a cell and a half below the upper side of the coupling zone:
 * it cannot move farther between two conversions.
 */
#include "hybrid/hybrid.h"

#include "base/memory.h"
#include <string.h>

/* ---- samples of the grains' motion and stress ------------------------------------ */

/* Velocity and stress of new material points come from these means.  The stress is that
 * of J. Christoffersen, M. M. Mehrabadi, S. Nemat-Nasser, J. Appl. Mech. 48 (1981) 339:
 *
 *   sigma = -(1/V) sum over contacts of the symmetric part of f l
 *
 * with force f on a grain and l from its partner's centre, or from the contact point on a
 * structure, to its own; each contact counts at the nodes around its point. */

static int is_hybrid_deep_in_zone(const gm_zones *z, gm_vec3 x, double depth)
{
  return gm_zones_depth(z, x) > depth;
}

static void add_hybrid_grain_mean(gm_means *m, const gm_zones *z,
                                  const gm_grains *g, gm_index i)
{
  const gm_means_stencil s = gm_means_around(z, gm_row_vec(g->g[i].x));
  const double mass = gm_grains_mass(g, i) / gm_grains_weight(g, i);
  const double volume = gm_grain_rule_volume(&g->rule, g->g[i].x[3]);
  for (int k = 0; k < s.n; ++k) {
    gm_mean *node = &m->node[s.node[k]];
    node->mass += s.weight[k] * mass;
    node->volume += s.weight[k] * volume;
    node->momentum =
        gm_madd(node->momentum, s.weight[k] * mass, gm_row_vec(g->g[i].v));
  }
}

static void add_hybrid_contact_mean(gm_means *m, const gm_zones *z,
                                    const gm_scene *scene,
                                    const gm_capture_contact *c, gm_index row)
{
  const gm_contacts *list = &scene->contacts;
  const gm_row4 a = scene->grains.g[list->a[row]].x;
  const gm_vec3 n = gm_row_vec(c->n);
  const gm_vec3 f =
      gm_scale(1.0 / gm_scene_weight(scene, row), gm_row_vec(c->f));
  const double overlap = c->f[3];
  double arm = a[3] - overlap; /* from the contact point */
  if (row < list->n_grain)
    arm = a[3] + scene->grains.g[list->b[row]].x[3] - overlap;
  const gm_vec3 l = gm_scale(arm, n);
  const gm_vec3 at = gm_madd(gm_row_vec(a), -(a[3] - 0.5 * overlap), n);
  const gm_means_stencil s = gm_means_around(z, at);
  const double t[6] = {f.x * l.x,
                       f.y * l.y,
                       f.z * l.z,
                       0.5 * (f.x * l.y + f.y * l.x),
                       0.5 * (f.y * l.z + f.z * l.y),
                       0.5 * (f.z * l.x + f.x * l.z)};
  for (int k = 0; k < s.n; ++k)
    for (int q = 0; q < 6; ++q)
      m->node[s.node[k]].stress[q] -= s.weight[k] * t[q];
}

/* Does row p come before row q of the same grain a?  Structures come first. */
static int is_hybrid_contact_before(const gm_contacts *list, gm_index p,
                                    gm_index q)
{
  const int on_structure = p >= list->n_grain;
  if (on_structure != (q >= list->n_grain)) return on_structure;
  return on_structure ? p < q : list->b[p] < list->b[q];
}

/* Touching contacts by (a, b): the order of the list follows chunks.  first:
 * [grains + 1], zero. */
static void sort_hybrid_contacts(const gm_scene *s, gm_index *first,
                                 gm_index *row)
{
  const gm_contacts *list = &s->contacts;
  for (gm_index k = 0; k < list->n; ++k)
    if (list->touched[k]) ++first[list->a[k] + 1];
  for (gm_index i = 0; i < s->grains.n; ++i)
    first[i + 1] += first[i];
  for (gm_index k = 0; k < list->n; ++k)
    if (list->touched[k]) row[first[list->a[k]]++] = k;
  for (gm_index i = 0, begin = 0; i < s->grains.n; begin = first[i++])
    for (gm_index k = begin + 1; k < first[i]; ++k) {
      const gm_index one = row[k];
      gm_index at = k;
      for (; at > begin && is_hybrid_contact_before(list, one, row[at - 1]);
           --at)
        row[at] = row[at - 1];
      row[at] = one;
    }
}

/* Takes a sample of the grains that are deeper than `depth` (m).  Forces of partly
 * discrete grains count as if they were whole.  GM_ERR_MEMORY: nothing is taken. */
static gm_status take_hybrid_sample(gm_means *m, const gm_zones *z,
                                    const gm_scene *scene,
                                    const gm_capture *now, double depth)
{
  const gm_grains *g = &scene->grains;
  const gm_contacts *list = &scene->contacts;
  gm_index n = 0, *first = NULL, *row = NULL;
  for (gm_index k = 0; k < list->n; ++k)
    n += list->touched[k];
  GM_TRY(GM_RESIZE(first, 0, g->n + 1));
  const gm_status status = GM_RESIZE(row, 0, n + 1);
  if (status == GM_OK) {
    memset(first, 0, ((size_t)g->n + 1) * sizeof *first);
    sort_hybrid_contacts(scene, first, row);
    for (gm_index i = 0; i < g->n; ++i)
      if (is_hybrid_deep_in_zone(z, gm_row_vec(g->g[i].x), depth))
        add_hybrid_grain_mean(m, z, g, i);
    for (gm_index k = 0; k < n; ++k)
      if (is_hybrid_deep_in_zone(z, gm_row_vec(g->g[list->a[row[k]]].x), depth))
        add_hybrid_contact_mean(m, z, scene, &now->contact[row[k]], row[k]);
    ++m->samples;
  }
  GM_FREE(first);
  GM_FREE(row);
  return status;
}

/* ---- set-up of a hybrid material, and its part in a step ------------------------- */

static const double window = 2.2; /* mean diameters */
static const double least_mass =
    1.0e-6; /* 1  of a full cell, of a node that counts */

/* Mean radius, standard deviation and bounds of the grains there are. */
static void survey_hybrid_grains(const gm_grains *g, gm_partition *p)
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

static gm_status begin_hybrid_partition(const gm_config *config, gm_scene *s)
{
  gm_partition *p = &s->partition;
  const double h = s->continuum.cell;
  const double reach =
      (config->hybrid.zone.depth + 2.0 * config->hybrid.zone.half + 2.0) * h;
  GM_TRY(gm_grains_weigh(&s->grains));
  survey_hybrid_grains(&s->grains, p);
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
  GM_TRY(begin_hybrid_partition(config, s));
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
  return gm_packing_solids_build(&o->conversion.solids, form, s, config);
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
  return take_hybrid_sample(&p->means, &p->zones, s, now,
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
  p->sums.lent += r.loss;
  if (left == 0.0) { /* points have their part, too */
    p->sums.loss += p->sums.lent;
    p->sums.lent = 0.0;
  }
  p->sums.coupling_error = fmax(p->sums.coupling_error, r.error);
  p->sums.coupled = o->coupling.n;
  return GM_OK;
}
