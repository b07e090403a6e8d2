/* scene/fill.c -- a region filled with grains.  Room: scene. */
#include "scene/fill.h"

#include "base/memory.h"
#include "config/read.h"
#include "scene/growth.h"
#include "scene/relax.h"
#include "scene/space.h"
#include "scene/supply.h"
#include <stdio.h>

enum { TRIES = 20000, ROUNDS = 2000 }; /* for one grain; for all */

/* What the ways of filling share. */
typedef struct filling {
  gm_config *config;
  size_t source;
  gm_supply supply;
  const gm_config_supply *of;
  gm_index n; /* grains to bring in */
  gm_scene *scene;
  gm_place *place;
  gm_id *next;
  double scale; /* 1  part of the radius that grains start with */
} filling;

size_t gm_fill_count(const gm_config *config, size_t source,
                     const gm_materials *materials, gm_id first)
{
  const gm_config_grains *g = &config->grains[source];
  if (g->fill.amount == GM_AMOUNT_COUNT) return (size_t)g->fill.count;
  gm_supply supply;
  gm_supply_init(&supply, &g->fill.of, materials);
  const double want =
      g->fill.solid_fraction * gm_space_volume(&g->fill.of.region);
  size_t n = 0;
  for (double sum = 0.0; n <= 100000000; ++n) {
    const double r = gm_supply_draw(&supply, first + (gm_id)n).r;
    const double volume = 4.0 / 3.0 * GM_PI * r * r * r;
    if (sum + 0.5 * volume > want) break; /* nearer without it */
    sum += volume;
  }
  return n;
}

static gm_status fault(const filling *f, const char *format, int placed)
{
  char path[64];
  const int counted =
      f->config->grains[f->source].fill.amount == GM_AMOUNT_COUNT;
  snprintf(path, sizeof path, "grains[%zu].fill.%s", f->source,
           counted ? "count" : "solid_fraction");
  return gm_read_fault(f->config, path, format, placed, f->n);
}

static void append(const filling *f, gm_supply_grain g, gm_vec3 x)
{
  gm_grains *all = &f->scene->grains;
  gm_grains_append(all, (*f->next)++, x, f->scale * g.r,
                   f->scene->materials.row[g.material].density, f->of->velocity,
                   gm_vec(0.0, 0.0, 0.0), g.material, g.label);
  if (f->config->grains[f->source].fill.grow.over > 0.0)
    all->grows[all->n - 1] = (gm_grain_grows){g.r, (gm_index)f->source + 1};
  gm_place_enter(f->place, &f->scene->grains);
}

static int is_free(const filling *f, gm_vec3 x, double r)
{
  gm_probe probe = {0};
  return gm_place_conflict(f->place, &f->scene->grains, x, r, 0.0) < 0 &&
         gm_structures_nearest(&f->scene->structures, &f->scene->domain, x, r,
                               &probe) < 0;
}

/* ---- one by one -------------------------------------------------------------------- */

static int place_grain(const filling *f)
{
  const gm_supply_grain g = gm_supply_draw(&f->supply, *f->next);
  for (uint32_t draw = 1; draw <= TRIES; ++draw) {
    double u[4];
    gm_vec3 x;
    gm_supply_numbers(&f->supply, *f->next, draw, u);
    if (!gm_space_point(&f->of->region, f->scale * g.r, u, &x)) return 0;
    if (!is_free(f, x, f->scale * g.r)) continue;
    append(f, g, x);
    return 1;
  }
  return 0;
}

static gm_status fill_random(const filling *f)
{
  for (gm_index k = 0; k < f->n; ++k) {
    if (place_grain(f)) continue;
    return fault(f,
                 "only %d of %d grains fit; make the region larger, the grains "
                 "smaller or the count lower, or let them grow (fill.grow)",
                 k);
  }
  return GM_OK;
}

/* ---- on a lattice ------------------------------------------------------------------ */

/* Is a sphere of radius r at x whole inside? */
static int holds(const gm_config_region *region, gm_vec3 x, double r)
{
  gm_vec3 y = x;
  gm_space_confine(region, r, &y);
  return gm_norm(gm_sub(x, y)) <= 1.0e-9 * r;
}

/* Row by row from the lowest corner: cubic with a spacing of twice the largest radius; of the
 * face-centred lattice every other site of a cubic one, sqrt 2 radii wide. */
static gm_status fill_lattice(const filling *f, int cubic)
{
  double largest = 0.0, u[4];
  gm_vec3 low, high, x;
  for (gm_index k = 0; k < f->n; ++k)
    largest =
        fmax(largest, f->scale * gm_supply_draw(&f->supply, *f->next + k).r);
  const double a = (cubic ? 2.0 : sqrt(2.0)) * largest * (1.0 + 1.0e-9);
  gm_space_bounds(&f->of->region, &low, &high);
  gm_supply_numbers(&f->supply, 0, 1, u);
  gm_index placed = 0;
  const int fits = gm_space_point(&f->of->region, largest, u, &x);
  for (int k = 0; fits && low.z + largest + k * a < high.z; ++k) {
    for (int j = 0; low.y + largest + j * a < high.y; ++j) {
      for (int i = 0; low.x + largest + i * a < high.x; ++i) {
        if (placed == f->n) return GM_OK;
        if (!cubic && (i + j + k) % 2) continue;
        x = gm_add(low,
                   gm_vec(largest + i * a, largest + j * a, largest + k * a));
        const gm_supply_grain g = gm_supply_draw(&f->supply, *f->next);
        const double r = f->scale * g.r;
        if (!holds(&f->of->region, x, r) || !is_free(f, x, r)) continue;
        append(f, g, x);
        ++placed;
      }
    }
  }
  if (placed == f->n) return GM_OK;
  return fault(f,
               "the lattice has room for %d of %d grains; make the region "
               "larger, the grains smaller, or take fewer",
               placed);
}

/* ---- all at once ------------------------------------------------------------------- */

/* What pushing apart came to, in words a user can act on. */
static gm_status fault_dense(const filling *f, const gm_relax *relax,
                             double fraction)
{
  char text[256];
  const double scale = 1.0 - 0.5 * fmin(relax->overlap, 1.0);
  snprintf(text, sizeof text,
           "%%d rounds left overlaps of %.2g %%%% of the radius among %%d "
           "grains at a solid fraction of %.4g; grains %.2g %%%% smaller would "
           "fit, %.3g; take less, about 0.6 is most, a larger region, or let "
           "grains grow (fill.grow)",
           100.0 * relax->overlap, fraction, 100.0 * (1.0 - scale),
           fraction * scale * scale * scale);
  return fault(f, text, relax->rounds);
}

static gm_status relax_all(const filling *f, gm_vec3 *x, double *r)
{
  double volume = 0.0, u[4];
  for (gm_index k = 0; k < f->n; ++k) {
    const gm_id id = *f->next + k;
    r[k] = f->scale * gm_supply_draw(&f->supply, id).r;
    volume += 4.0 / 3.0 * GM_PI * r[k] * r[k] * r[k];
    gm_supply_numbers(&f->supply, id, 1, u);
    if (!gm_space_point(&f->of->region, r[k], u, &x[k])) {
      return fault(f, "grain %d of %d is larger than the region", k);
    }
  }
  const double fraction = volume / gm_space_volume(&f->of->region);
  gm_relax relax = {.region = &f->of->region,
                    .structures = &f->scene->structures,
                    .domain = &f->scene->domain,
                    .others = &f->scene->grains,
                    .n = f->n,
                    .x = x,
                    .r = r};
  relax.margin = fmax(0.002, fmin(0.03, cbrt(0.615 / fraction) - 1.0));
  GM_TRY(gm_relax_run(&relax, ROUNDS));
  if (relax.overlap > 0.0) return fault_dense(f, &relax, fraction);
  for (gm_index k = 0; k < f->n; ++k)
    append(f, gm_supply_draw(&f->supply, *f->next), x[k]);
  return GM_OK;
}

static gm_status fill_relaxed(const filling *f)
{
  gm_vec3 *x = NULL;
  double *r = NULL;
  gm_status status = GM_RESIZE(x, 0, f->n + 1);
  if (status == GM_OK) status = GM_RESIZE(r, 0, f->n + 1);
  if (status == GM_OK) status = relax_all(f, x, r);
  GM_FREE(x);
  GM_FREE(r);
  return status;
}

gm_status gm_fill_region(gm_config *config, size_t source, gm_scene *scene,
                         gm_place *place, gm_id *next)
{
  const gm_config_grains *g = &config->grains[source];
  filling f = {.config = config,
               .source = source,
               .of = &g->fill.of,
               .scene = scene,
               .place = place,
               .next = next};
  gm_supply_init(&f.supply, f.of, &scene->materials);
  f.scale = gm_growth_of(g, &scene->materials).from;
  if (g->fill.grow.over > 0.0) GM_TRY(gm_grains_let_grow(&scene->grains));
  f.n = (gm_index)gm_fill_count(config, source, &scene->materials, *next);
  int way = g->fill.arrangement;
  if (way == GM_ARRANGE_AUTO) {
    way = g->fill.amount == GM_AMOUNT_COUNT || f.scale < 1.0
              ? GM_ARRANGE_RANDOM
              : GM_ARRANGE_RELAXED;
  }
  if (way == GM_ARRANGE_RANDOM) return fill_random(&f);
  if (way == GM_ARRANGE_RELAXED) return fill_relaxed(&f);
  return fill_lattice(&f, way == GM_ARRANGE_CUBIC);
}
