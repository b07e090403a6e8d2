/* setup/points_build.c -- dense grains as a continuum at the start.
 *
 * Points of a fill are at the centres of a regular lattice, 1 / points_per_cell of a cell
 * apart and aligned with the grid, where the region holds them and no structure is.
 * Without a given density a fill has the mass that its grains would have: points are
 * taken from below until it is reached.
 */
#include "setup/points_build.h"

#include "base/memory.h"
#include "config/report.h"
#include "hybrid/mpm_probe.h"
#include "insert/fill.h"
#include "insert/insertion_region.h"
#include "insert/template.h"
#include <stdio.h>
#include <stdlib.h>

/* Solid fractions of a dense bed. */
static const double dense = 0.6, dense_discs = 0.82;

/* ---- grains -------------------------------------------------------------- */

/* Sum of radii and mass of the grains that a fill would have. */
typedef struct amount {
  double radii, mass; /* m, kg */
  double n;
} amount;

static amount amount_of_point(const gm_config *config, size_t k,
                              const gm_materials *m, gm_id first)
{
  amount a = {0.0, 0.0, 0.0};
  gm_template template;
  gm_template_init(&template, &config->grains[k].fill.of, m);
  const size_t n = gm_fill_count(config, k, m, first).grains;
  for (size_t i = 0; i < n; ++i) {
    const gm_template_grain g = gm_template_draw(&template, first + (gm_id)i);
    a.radii += g.r;
    a.mass += gm_grain_rule_mass(&m->rule, g.r, m->row[g.material].density);
  }
  a.n = (double)n;
  return a;
}

/* Mean diameter and material of the grains. */
static void find_point_grains(const gm_config *config, const gm_scene *s,
                              gm_continuum *c)
{
  amount sum = {0.0, 0.0, 0.0};
  const char *material = NULL;
  gm_id first = 0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    sum.radii += s->grains.g[i].x[3];
  sum.n = s->grains.n;
  if (s->grains.n) c->material = s->grains.material[0];
  for (size_t k = 0; k < config->n_grains && !s->grains.n; ++k) {
    if (config->grains[k].source != GM_SOURCE_FILL) continue;
    const amount a = amount_of_point(config, k, &s->materials, first);
    sum.radii += a.radii;
    sum.n += a.n;
    first += (gm_id)a.n;
    if (!material) material = config->grains[k].fill.of.material;
  }
  if (material) c->material = gm_material_find(&s->materials, material);
  c->diameter = sum.n > 0.0 ? 2.0 * sum.radii / sum.n : 0.0;
}

/* ---- grid ---------------------------------------------------------------- */

static gm_status find_point_grid(gm_config *config, const gm_scene *s,
                                 gm_continuum *c)
{
  const gm_domain *d = &s->domain;
  const double low[3] = {d->min.x, d->min.y, d->min.z};
  double origin[3];
  c->cell = config->hybrid.cell * c->diameter;
  c->half = 0.5 / config->hybrid.points_per_cell;
  for (int a = 0; a < 3; ++a) {
    const double side = d->side[a];
    origin[a] = isfinite(low[a]) ? low[a] : 0.0;
    if (!(side > 0.0)) continue;
    const double n = round(side / c->cell);
    if (n < 4.0 || fabs(side / c->cell - n) > 1.0e-6 * n)
      return gm_report_fault(config, "hybrid.cell",
                             "the periodic length %.6g m along %c is %.6g "
                             "cells of %.6g m; it must "
                             "be a whole number of them, 4 at least",
                             side, "xyz"[a], side / c->cell, c->cell);
    c->period[a] = (int)n;
  }
  if (s->structures.flat) origin[2] = 0.0;
  c->origin = gm_vec(origin[0], origin[1], origin[2]);
  return GM_OK;
}

static double point_continuum_density(const gm_config *config,
                                      const gm_scene *s, const gm_continuum *c)
{
  if (config->hybrid.density > 0.0) return config->hybrid.density;
  const gm_grain_rule *rule = &s->grains.rule;
  const double r = 0.5 * c->diameter;
  const double solid = s->materials.row[c->material].density;
  if (!rule->flat) return dense * solid;
  /* a sphere of the plane has less mass than its area times the thickness */
  return dense_discs * gm_grain_rule_mass(rule, r, solid) /
         (GM_PI * r * r * rule->thickness);
}

/* ---- fills --------------------------------------------------------------- */

/* A place of a point. */
typedef struct seat {
  double height; /* against gravity */
  gm_index order;
  gm_vec3 x;
} seat;

typedef struct seats {
  seat *row;
  gm_index n, capacity;
} seats;

static int point_seats_by_height(const void *a, const void *b)
{
  const seat *p = a, *q = b;
  if (p->height != q->height) return p->height < q->height ? -1 : 1;
  return (p->order > q->order) - (p->order < q->order);
}

/* Is x in a solid? */
static int is_point_seat_taken(const gm_config *config, const gm_scene *s,
                               gm_vec3 x)
{
  gm_mpm_probe probe[GM_SHAPE_SIDES];
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    const gm_mpm_form form = gm_mpm_probe_form(b, s, config);
    if (!b->present || form == GM_MPM_SHEET) continue;
    if (gm_mpm_probe_bound(b, form, x) > 0.0) continue;
    if (gm_mpm_probe_at(b, form, s->structures.flat, x, 0.0, 0.0, probe))
      return 1;
  }
  return 0;
}

static gm_status find_point_seats(const gm_config *config,
                                  const gm_config_supply *of, const gm_scene *s,
                                  seats *out)
{
  const gm_continuum *c = &s->continuum;
  const gm_region region = gm_region_of(&of->region);
  const double pitch = 2.0 * c->half * c->cell;
  const double o[3] = {c->origin.x, c->origin.y, c->origin.z};
  gm_vec3 low, high;
  int from[3], to[3];
  gm_insertion_region_bounds(&of->region, &low, &high);
  const double min[3] = {low.x, low.y, low.z},
               max[3] = {high.x, high.y, high.z};
  for (int a = 0; a < 3; ++a) {
    const double least = (min[a] - o[a]) / pitch,
                 most = (max[a] - o[a]) / pitch;
    if (!(fabs(least) < 1.0e9 && fabs(most) < 1.0e9))
      return gm_fail(GM_ERR_INPUT,
                     "the region of a fill is more than 1e9 spacings of "
                     "material points away or across; bound it");
    from[a] = (int)floor(least) - 1;
    to[a] = (int)ceil(most) + 1;
  }
  if (s->structures.flat) from[2] = to[2] = 0;
  for (int k = from[2]; k <= to[2]; ++k)
    for (int j = from[1]; j <= to[1]; ++j)
      for (int i = from[0]; i <= to[0]; ++i) {
        const double z = s->structures.flat ? 0.0 : o[2] + (k + 0.5) * pitch;
        const gm_vec3 x = {o[0] + (i + 0.5) * pitch, o[1] + (j + 0.5) * pitch,
                           z};
        if (!gm_region_holds(&region, x) || is_point_seat_taken(config, s, x))
          continue;
        if (out->n == out->capacity) {
          const gm_index more = 2 * out->capacity + 1024;
          GM_TRY(GM_RESIZE(out->row, out->n, more));
          out->capacity = more;
        }
        out->row[out->n] = (seat){-gm_dot(s->gravity, x), out->n, x};
        ++out->n;
      }
  return GM_OK;
}

/* Volume that a point stands for. */
static double point_free_volume(const gm_scene *s)
{
  const double pitch = 2.0 * s->continuum.half * s->continuum.cell;
  return s->structures.flat ? pitch * pitch * s->grains.rule.thickness
                            : pitch * pitch * pitch;
}

static gm_status fill_point_seats(gm_config *config, size_t k, gm_scene *s,
                                  seats *o, double mass)
{
  const gm_config_supply *of = &config->grains[k].fill.of;
  const double volume = point_free_volume(s);
  double density = s->continuum.density;
  char path[64];
  o->n = 0;
  GM_TRY(find_point_seats(config, of, s, o));
  if (o->n == 0) {
    snprintf(path, sizeof path, "grains[%zu].fill", k);
    return gm_report_fault(
        config, path,
        "the region holds no material point: they are %.3g m "
        "apart; enlarge it, or take a smaller hybrid.cell",
        2.0 * s->continuum.half * s->continuum.cell);
  }
  gm_index n = o->n;
  gm_strain strain = gm_points_unstrained();
  if (!(config->hybrid.density > 0.0)) {
    const double wanted = round(mass / (density * volume));
    if (gm_norm2(s->gravity) > 0.0 && wanted < n) {
      n = wanted > 1.0 ? (gm_index)wanted : 1;
      qsort(o->row, (size_t)o->n, sizeof *o->row, point_seats_by_height);
    }
    density = mass / (n * volume);
    /* grains apart: nothing presses them before they are as dense as the bed */
    if (wanted < n) strain.bar[3] = fmax(1.0, s->continuum.density / density);
  }
  GM_TRY(gm_points_reserve(&s->points, s->points.n + n));
  for (gm_index i = 0; i < n; ++i)
    gm_points_append(&s->points, o->row[i].x, of->velocity, density * volume,
                     volume / strain.bar[3], strain, s->time);
  return GM_OK;
}

static gm_status fill_point_all(gm_config *config, gm_scene *s)
{
  seats o = {0};
  gm_id first = 0;
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_grains && status == GM_OK; ++k) {
    if (config->grains[k].source != GM_SOURCE_FILL) continue;
    const amount a = amount_of_point(config, k, &s->materials, first);
    status = fill_point_seats(config, k, s, &o, a.mass);
    first += (gm_id)a.n;
  }
  GM_FREE(o.row);
  return status;
}

gm_status gm_points_build(gm_config *config, gm_scene *s)
{
  gm_continuum *c = &s->continuum;
  *c = (gm_continuum){.mode = config->hybrid.mode, .stride = 1};
  if (c->mode == GM_MODE_DISCRETE) return GM_OK;
  find_point_grains(config, s, c);
  if (!(c->diameter > 0.0))
    return gm_report_fault(config, "hybrid.mode",
                           "there are no grains that could be a continuum; add "
                           "a fill");
  GM_TRY(find_point_grid(config, s, c));
  c->density = point_continuum_density(config, s, c);
  if (c->mode != GM_MODE_CONTINUUM) return GM_OK;
  GM_TRY(fill_point_all(config, s));
  s->balance.points.in = s->points.n;
  for (gm_index i = 0; i < s->points.n; ++i)
    s->balance.mass_in += s->points.p[i].x[3];
  return GM_OK;
}
