/* insert/fill.c -- fills a region with grains.
 *
 * There are three methods.  Random insertion places one grain after another and retries
 * where it would overlap; it reaches solid fractions of about 0.3.  A lattice places
 * grains row by row.  Relaxation (insert/relax.h) places all grains at random and then
 * pushes them apart; it reaches about 0.6.  In a plane these are fractions of its area,
 * about 0.5 and 0.8.  Radii and random numbers depend on the
 * number of a grain alone, so that results are the same on any number of threads.
 */
#include "insert/fill.h"

#include "assembly/clump_place.h"
#include "base/math.h"
#include "base/memory.h"
#include "config/report.h"
#include "insert/insertion_region.h"
#include "insert/relax.h"
#include "insert/template.h"
#include "scene/grains.h"
#include <stdio.h>

enum {
  TRIES = 20000,         /* attempts for one grain */
  ROUNDS = 2000,         /* of relaxation */
  TURN_DRAW = 1073741824 /* of random numbers; places use those from 1 on,
                                orientations of clumps those from here on */
};

/* Data shared by the methods. */
typedef struct filling {
  gm_config *config;
  size_t source;
  gm_template template;
  const gm_config_supply *of;
  gm_index n; /* grains to insert; a clump counts as one */
  gm_scene *scene;
  gm_occupancy *occupancy;
  gm_id *next;
  double scale; /* 1  fraction of the radius at the start */
} filling;

gm_fill_number gm_fill_count(const gm_config *config, size_t source,
                             const gm_materials *materials, gm_id first)
{
  const gm_config_grains *g = &config->grains[source];
  const int counted = g->fill.amount == GM_AMOUNT_COUNT;
  gm_fill_number n = {0};
  gm_template template;
  gm_template_init(&template, &g->fill.of, materials);
  if (counted && !gm_template_clumps(&template)) {
    n.grains = n.rows = (size_t)g->fill.count;
    return n;
  }
  const double want = counted
                          ? INFINITY
                          : g->fill.solid_fraction *
                                gm_insertion_region_volume(&g->fill.of.region);
  for (double sum = 0.0; n.rows <= 100000000; ++n.grains) {
    if (counted && n.grains == (size_t)g->fill.count) break;
    const gm_template_grain one =
        gm_template_draw(&template, first + (gm_id)n.rows);
    const double volume = gm_template_volume(&template, one);
    if (sum + 0.5 * volume > want) break; /* nearer without it */
    sum += volume;
    n.clumps += one.shape >= 0;
    n.rows += (size_t)gm_template_rows(&template, one);
  }
  return n;
}

/* Number of dimensions that grains fill. */
static int dimensions(const gm_materials *m)
{
  return m->rule.flat ? 2 : 3;
}

/* Factor of all radii that changes the solid fraction by `ratio`. */
static double radii_for(const gm_materials *m, double ratio)
{
  return m->rule.flat ? sqrt(ratio) : gm_math_cbrt(ratio);
}

/* ---- growth --------------------------------------------------------------------- */

static const double loose = 0.2; /* solid fraction that random insertion
                                    reaches */

gm_growth gm_fill_growth(const gm_config_grains *source,
                         const gm_materials *materials)
{
  const gm_growth none = {1.0, 0.0};
  if (source->source != GM_SOURCE_FILL || !(source->fill.grow.over > 0.0))
    return none;
  gm_growth g = {source->fill.grow.from, source->fill.grow.over};
  if (g.from > 0.0) return g;
  double fraction = source->fill.solid_fraction;
  if (source->fill.amount == GM_AMOUNT_COUNT) {
    gm_template template;
    gm_template_init(&template, &source->fill.of, materials);
    fraction = source->fill.count * gm_template_mean_volume(&template) /
               gm_insertion_region_volume(&source->fill.of.region);
  }
  g.from = fmin(1.0, radii_for(materials, loose / fraction));
  return g;
}

/* ---- grains --------------------------------------------------------------------- */

static gm_status fault(const filling *f, const char *format, int placed)
{
  char path[64];
  const int counted =
      f->config->grains[f->source].fill.amount == GM_AMOUNT_COUNT;
  snprintf(path, sizeof path, "grains[%zu].fill.%s", f->source,
           counted ? "count" : "solid_fraction");
  return gm_report_fault(f->config, path, format, placed, f->n);
}

static void append(const filling *f, gm_template_grain g, gm_vec3 x)
{
  gm_grains *all = &f->scene->grains;
  gm_grains_append(all, (*f->next)++, x, f->scale * g.r,
                   f->scene->materials.row[g.material].density, f->of->velocity,
                   gm_vec(0.0, 0.0, 0.0), g.material, g.label);
  if (f->config->grains[f->source].fill.grow.over > 0.0)
    all->grows[all->n - 1] = (gm_grain_grows){g.r, (gm_index)f->source + 1};
  gm_occupancy_add(f->occupancy, &f->scene->grains);
}

static int is_free(const filling *f, gm_vec3 x, double r)
{
  gm_query_result probe = {0};
  return gm_occupancy_overlap(f->occupancy, &f->scene->grains, x, r, 0.0) < 0 &&
         gm_structures_nearest(&f->scene->structures, &f->scene->domain, x, r,
                               &probe) < 0;
}

/* ---- one by one ----------------------------------------------------------------- */

/* Puts a clump at x if it is inside the region and free there. */
static int place_clump(const filling *f, gm_template_grain g, gm_vec3 x,
                       uint32_t draw)
{
  double u[4];
  gm_template_numbers(&f->template, *f->next, TURN_DRAW + draw, u);
  const gm_clump_place place = {.shape = g.shape,
                                .size = gm_template_size(&f->template, g),
                                .x = x,
                                .turn = gm_template_turn(&f->template, u),
                                .velocity = f->of->velocity};
  for (gm_index k = 0; k < gm_template_rows(&f->template, g); ++k) {
    const gm_row4 y = gm_clump_place_member(&f->scene->clumps, &place, k);
    if (!gm_insertion_region_holds(&f->of->region, gm_row_vec(y), y[3]) ||
        !is_free(f, gm_row_vec(y), y[3]))
      return 0;
  }
  gm_clump_place_append(f->scene, &place, g.material, g.label, f->next);
  gm_occupancy_add(f->occupancy, &f->scene->grains);
  return 1;
}

static int place_grain(const filling *f)
{
  const gm_template_grain g = gm_template_draw(&f->template, *f->next);
  const double r = g.shape < 0 ? f->scale * g.r
                               : gm_template_size(&f->template, g) *
                                     f->template.shape[g.shape].smallest;
  for (uint32_t draw = 1; draw <= TRIES; ++draw) {
    double u[4];
    gm_vec3 x;
    gm_template_numbers(&f->template, *f->next, draw, u);
    if (!gm_insertion_region_point(&f->of->region, r, u, &x)) return 0;
    if (g.shape >= 0) {
      if (place_clump(f, g, x, draw)) return 1;
      continue;
    }
    if (!is_free(f, x, r)) continue;
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
                 "only %d of %d grains fit at random places; enlarge the "
                 "region, reduce the radius or the count, or pack them more "
                 "densely (arrangement: relaxed, or grow)",
                 k);
  }
  return GM_OK;
}

/* ---- on a lattice --------------------------------------------------------------- */

/* Spacing of the sites of a lattice of grains of radius r along x, y and z. */
static gm_vec3 lattice_spacing(int cubic, int flat, double r)
{
  const double a = cubic ? 2.0 : sqrt(2.0);
  gm_vec3 s = {a, a, a};
  if (flat && !cubic) s = gm_vec(1.0, sqrt(3.0), 0.0);
  const double wide = 1.0 + 1.0e-9; /* neighbours do not touch by round-off */
  return gm_vec(s.x * r * wide, s.y * r * wide, s.z * r * wide);
}

/* Fill row by row from the lowest corner.  The cubic lattice has a spacing of twice the
 * largest radius; the face-centred one uses every other site of a cubic lattice with
 * spacing sqrt 2 times the largest radius.  In the plane there is one layer: a square
 * lattice, or the triangular one, every other site of a lattice of rectangles with sides
 * 1 and sqrt 3 times the largest radius. */
static gm_status fill_lattice(const filling *f, int cubic)
{
  const int flat = f->scene->materials.rule.flat;
  double largest = 0.0, u[4];
  gm_vec3 low, high, x;
  gm_id id = *f->next;
  for (gm_index k = 0; k < f->n; ++k) {
    const gm_template_grain g = gm_template_draw(&f->template, id);
    largest = fmax(largest, f->scale * gm_template_reach(&f->template, g));
    id += gm_template_rows(&f->template, g);
  }
  const gm_vec3 a = lattice_spacing(cubic, flat, largest);
  gm_insertion_region_bounds(&f->of->region, &low, &high);
  gm_template_numbers(&f->template, 0, 1, u);
  gm_index placed = 0;
  const int fits = gm_insertion_region_point(&f->of->region, largest, u, &x);
  if (flat) low.z = -largest; /* the one layer has z = 0 */
  for (int k = 0; fits && (flat ? !k : low.z + largest + k * a.z < high.z);
       ++k) {
    for (int j = 0; low.y + largest + j * a.y < high.y; ++j) {
      for (int i = 0; low.x + largest + i * a.x < high.x; ++i) {
        if (placed == f->n) return GM_OK;
        if (!cubic && (i + j + k) % 2) continue;
        x = gm_add(low, gm_vec(largest + i * a.x, largest + j * a.y,
                               largest + k * a.z));
        const gm_template_grain g = gm_template_draw(&f->template, *f->next);
        const double r = f->scale * g.r;
        if (g.shape >= 0) {
          placed += place_clump(f, g, x, 0);
          continue;
        }
        if (!gm_insertion_region_holds(&f->of->region, x, r) ||
            !is_free(f, x, r))
          continue;
        append(f, g, x);
        ++placed;
      }
    }
  }
  if (placed == f->n) return GM_OK;
  return fault(f,
               "the lattice has room for %d of %d grains; enlarge the region, "
               "or reduce the radius or the number of grains",
               placed);
}

/* ---- velocities ----------------------------------------------------------------- */

/* Adds v to the velocity of grain i, and of its clump once. */
static void push(const filling *f, gm_index i, gm_vec3 v)
{
  const gm_grain_member *m = f->scene->grains.member;
  f->scene->grains.g[i].v += gm_row(v, 0.0);
  if (!m || !m[i].clump) return;
  gm_clump *c = &f->scene->clumps.row[m[i].clump - 1];
  if (m[i].slot == c->first) c->velocity = gm_add(c->velocity, v);
}

/* Adds random velocities to the grains from number `first` on; all members of a clump
 * have that of the first.  Balanced: the velocity of their centre of mass is
 * subtracted. */
static void agitate(const filling *f, gm_index first)
{
  gm_grains *all = &f->scene->grains;
  gm_vec3 momentum = {0.0, 0.0, 0.0}, v = momentum;
  double mass = 0.0;
  gm_index clump = 0;
  for (gm_index i = first; i < all->n; ++i) {
    const gm_index of = gm_grains_clump(all, i);
    if (!of || of != clump)
      v = gm_template_velocity(&f->template, &f->config->grains[f->source],
                               all->id[i]);
    clump = of;
    if (all->rule.flat) v.z = 0.0;
    const double m = gm_grains_mass(all, i);
    push(f, i, v);
    momentum = gm_madd(momentum, m, v);
    mass += m;
  }
  if (!f->config->grains[f->source].fill.random_velocity.balanced) return;
  for (gm_index i = first; i < all->n; ++i)
    push(f, i, gm_scale(-1.0 / mass, momentum));
}

/* ---- all at once ---------------------------------------------------------------- */

/* Report that relaxation failed, and what solid fraction would work. */
static gm_status fault_dense(const filling *f, const gm_relax *relax,
                             double fraction)
{
  char text[512];
  const int d = dimensions(&f->scene->materials);
  const double scale = 1.0 - 0.5 * fmin(relax->overlap, 1.0);
  snprintf(
      text, sizeof text,
      "after %%d rounds, %%d grains at a solid fraction of %.4g still "
      "overlap by %.2g %%%% of their radius; with radii %.2g %%%% smaller "
      "(solid fraction %.3g) they would fit; the limit is about %s: reduce "
      "solid_fraction, enlarge the region, or let the grains grow "
      "(fill.grow)",
      fraction, 100.0 * relax->overlap, 100.0 * (1.0 - scale),
      fraction * gm_math_pow(scale, d), d == 2 ? "0.8" : "0.6");
  return fault(f, text, relax->rounds);
}

static gm_status relax_all(const filling *f, gm_vec3 *x, double *r)
{
  double volume = 0.0, u[4];
  for (gm_index k = 0; k < f->n; ++k) {
    const gm_id id = *f->next + k;
    r[k] = f->scale * gm_template_draw(&f->template, id).r;
    volume += gm_grain_rule_volume(&f->scene->materials.rule, r[k]);
    gm_template_numbers(&f->template, id, 1, u);
    if (!gm_insertion_region_point(&f->of->region, r[k], u, &x[k])) {
      return fault(f, "grain %d of %d is larger than the region", k);
    }
  }
  const double fraction = volume / gm_insertion_region_volume(&f->of->region);
  gm_relax relax = {.region = &f->of->region,
                    .structures = &f->scene->structures,
                    .domain = &f->scene->domain,
                    .others = &f->scene->grains,
                    .n = f->n,
                    .x = x,
                    .r = r};
  const gm_materials *m = &f->scene->materials;
  const double dense = m->rule.flat ? 0.82 : 0.615; /* what rounds reach */
  relax.margin = fmax(0.002, fmin(0.03, radii_for(m, dense / fraction) - 1.0));
  GM_TRY(gm_relax_run(&relax, ROUNDS));
  if (relax.overlap > 0.0) return fault_dense(f, &relax, fraction);
  for (gm_index k = 0; k < f->n; ++k)
    append(f, gm_template_draw(&f->template, *f->next), x[k]);
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
                         gm_occupancy *occupancy, gm_id *next)
{
  const gm_config_grains *g = &config->grains[source];
  filling f = {.config = config,
               .source = source,
               .of = &g->fill.of,
               .scene = scene,
               .occupancy = occupancy,
               .next = next};
  gm_template_init(&f.template, f.of, &scene->materials);
  f.scale = gm_fill_growth(g, &scene->materials).from;
  if (g->fill.grow.over > 0.0) GM_TRY(gm_grains_let_grow(&scene->grains));
  const gm_fill_number n =
      gm_fill_count(config, source, &scene->materials, *next);
  f.n = (gm_index)n.grains;
  if (n.clumps)
    GM_TRY(gm_clump_place_reserve(scene, (gm_index)n.clumps, (gm_index)n.rows));
  int way = g->fill.arrangement;
  if (way == GM_ARRANGE_AUTO) {
    way = g->fill.amount == GM_AMOUNT_COUNT || f.scale < 1.0 || n.clumps
              ? GM_ARRANGE_RANDOM
              : GM_ARRANGE_RELAXED;
  }
  const gm_index first = scene->grains.n;
  if (way == GM_ARRANGE_RANDOM)
    GM_TRY(fill_random(&f));
  else if (way == GM_ARRANGE_RELAXED)
    GM_TRY(fill_relaxed(&f));
  else
    GM_TRY(fill_lattice(&f, way == GM_ARRANGE_CUBIC));
  if (g->fill.random_velocity.kind >= 0 && scene->grains.n > first)
    agitate(&f, first);
  return GM_OK;
}
