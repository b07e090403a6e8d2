/* hybrid/conversion.c -- what a conversion does, in order.
 *
 * The first conversion only finds depths, from which the samples of the steps that
 * follow choose their grains; the next ones have means to take velocity and stress from.
 */
#include "hybrid/conversion.h"

#include "base/memory.h"
#include "hybrid/bed_piece.h"
#include "hybrid/enrich.h"
#include "hybrid/homogenise.h"
#include <stddef.h>

int gm_conversion_due(const gm_conversion_state *c, const gm_scene *s)
{
  return c->every > 0 && s->step % c->every == 0 &&
         s->step % s->continuum.stride == 0 &&
         (double)s->step * s->dt >= c->start * (1.0 - 1.0e-9);
}

static gm_status reserve(gm_conversion_state *c, const gm_scene *s)
{
  const size_t cells = (size_t)gm_zones_cells(&s->partition.zones);
  const size_t grains = (size_t)s->grains.n, points = (size_t)s->points.n;
  if (cells > c->cell_capacity) {
    GM_TRY(GM_RESIZE(c->was, 0, cells));
    c->cell_capacity = cells;
  }
  if (grains > c->grain_capacity) {
    GM_TRY(GM_RESIZE(c->gone, 0, grains + grains / 4));
    c->grain_capacity = grains + grains / 4;
  }
  if (points > c->point_capacity) {
    GM_TRY(GM_RESIZE(c->keep, 0, points + points / 4));
    GM_TRY(GM_RESIZE(c->changed, 0, points + points / 4));
    c->point_capacity = points + points / 4;
  }
  return GM_OK;
}

static void spread(double *node, const gm_zones *z, gm_vec3 x, double mass)
{
  const gm_means_stencil at = gm_means_around(z, x);
  for (int k = 0; k < at.n; ++k)
    node[at.node[k]] += at.weight[k] * mass;
}

static void spread_grains(double *node, const gm_scene *s, double sign)
{
  for (gm_index i = 0; i < s->grains.n; ++i)
    spread(node, &s->partition.zones, gm_row_vec(s->grains.g[i].x),
           sign * gm_grains_mass(&s->grains, i));
}

/* Mass at the nodes of the zones: equal sums there have one centre of mass. */
static gm_status find_places(gm_conversion_state *c, const gm_scene *s)
{
  const int64_t nodes = gm_means_nodes(&s->partition.zones);
  if (!c->mass_at) GM_TRY(GM_RESIZE(c->mass_at, 0, nodes));
  if (!c->share) GM_TRY(GM_RESIZE(c->share, 0, nodes));
  for (int64_t k = 0; k < nodes; ++k)
    c->mass_at[k] = 0.0;
  spread_grains(c->mass_at, s, 1.0);
  for (gm_index k = 0; k < s->points.n; ++k)
    spread(c->mass_at, &s->partition.zones, gm_row_vec(s->points.p[k].x),
           s->points.p[k].x[3]);
  return GM_OK;
}

static double mass_of(const gm_scene *s)
{
  double sum = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    sum += gm_grains_mass(&s->grains, i);
  for (gm_index k = 0; k < s->points.n; ++k)
    sum += s->points.p[k].x[3];
  return sum;
}

/* 1  solid fraction below which no bed of spheres, of discs rests. */
static const double loosest = 0.52, loosest_flat = 0.76;

/* Density and solid fraction of the dense bed: means over the deep nodes, deeper than
 * three cells or, where the bed is too thin, than the coupling zone.  They stay unknown
 * while grains are still falling: a continuum of such a density would bear loads before
 * grains do. */
static void find_density(const gm_conversion_state *c, gm_scene *s)
{
  gm_partition *p = &s->partition;
  const gm_zones *z = &p->zones;
  const double thickness =
      s->grains.rule.flat ? s->grains.rule.thickness : z->cell;
  const double each = z->cell * z->cell * thickness * (double)p->means.samples;
  int64_t nodes;
  gm_mean sum = gm_means_deep(&p->means, z, 3.0 * z->cell, &nodes);
  if (nodes < 8) sum = gm_means_deep(&p->means, z, c->depth - c->half, &nodes);
  if (nodes == 0) return;
  const double fraction = sum.volume / ((double)nodes * each);
  if (fraction < (s->grains.rule.flat ? loosest_flat : loosest)) return;
  p->density = sum.mass / ((double)nodes * each);
  p->fraction = fraction;
}

/* Kinetic and potential energy of all, and elastic energy of points. */
static double energy_of(const gm_scene *s)
{
  const gm_grains *g = &s->grains;
  double sum = 0.0;
  for (gm_index i = 0; i < g->n; ++i) {
    const double m = gm_grains_mass(g, i);
    sum += 0.5 * m * gm_norm2(gm_row_vec(g->g[i].v)) +
           0.5 * gm_grains_inertia(g, i) * gm_norm2(gm_row_vec(g->w[i])) -
           m * gm_dot(s->gravity, gm_row_vec(g->g[i].x));
  }
  for (gm_index k = 0; k < s->points.n; ++k) {
    const gm_point *p = &s->points.p[k];
    sum += 0.5 * p->x[3] * gm_norm2(gm_row_vec(p->v)) -
           p->x[3] * gm_dot(s->gravity, gm_row_vec(p->x)) +
           p->v[3] * gm_point_law_energy(&s->continuum.law, &p->b);
  }
  return sum;
}

static void weigh_grains(gm_conversion_state *c, gm_scene *s)
{
  gm_grains *g = &s->grains;
  gm_partition *p = &s->partition;
  c->n_gone = 0;
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_zone zone = gm_zones_at(&p->zones, gm_row_vec(g->g[i].x));
    const double before = gm_grains_mass(g, i);
    c->gone[i] = 0;
    if (gm_grains_held(g, i)) continue;
    if (zone == GM_ZONE_CONTINUUM) {
      c->gone[i] = 1;
      ++c->n_gone;
      ++p->sums.dissolved;
      p->sums.to_points += before;
      continue;
    }
    const double w = zone == GM_ZONE_COUPLING ? c->weight : 1.0;
    if (w == g->weight[i]) continue;
    gm_grains_reweigh(g, i, w);
    const double change = gm_grains_mass(g, i) - before;
    *(change < 0.0 ? &p->sums.to_points : &p->sums.to_grains) += fabs(change);
  }
}

static void weigh_points(gm_conversion_state *c, gm_scene *s)
{
  gm_points *p = &s->points;
  gm_index kept = 0;
  for (gm_index k = 0; k < p->n; ++k) {
    const gm_zone zone =
        gm_zones_at(&s->partition.zones, gm_row_vec(p->p[k].x));
    if (zone == GM_ZONE_DISCRETE) continue;
    const double w = zone == GM_ZONE_COUPLING ? 1.0 - c->weight : 1.0;
    c->changed[kept] = p->p[k].b.off[3] != w;
    if (c->changed[kept]) gm_points_weigh(p, k, w);
    c->keep[kept++] = k;
  }
  if (kept < p->n) gm_points_permute(p, c->keep, kept);
  c->n_old = kept;
}

/* Volume of a sphere, area of a disc, of the grains' material over its mass. */
static double solid_of(const gm_scene *s)
{
  const gm_partition *p = &s->partition;
  const double r = p->radius;
  return (p->zones.axes > 2 ? 4.0 / 3.0 * r : 1.0) * GM_PI * r * r /
         gm_grain_rule_mass(&s->grains.rule, r,
                            s->materials.row[p->material].density);
}

gm_status gm_conversion_weigh(gm_conversion_state *c, gm_scene *s)
{
  gm_partition *p = &s->partition;
  const double *first = (const double *)s->points.p;
  const gm_packing_points points = {
      first,
      first ? first + offsetof(gm_point, b.off) / sizeof *first + 3 : NULL,
      sizeof(gm_point) / sizeof *first, s->points.n, solid_of(s)};
  c->n_gone = 0;
  GM_TRY(reserve(c, s));
  GM_TRY(gm_packing_fill(&p->zones, &s->grains, points, c->window));
  if (c->layer) GM_TRY(gm_solids_fill(&c->solids, s, c->window));
  GM_TRY(gm_level_build(&c->level, &p->zones, c->threshold, c->layer));
  if (p->means.samples == 0) return GM_OK;
  if (p->density == 0.0) find_density(c, s);
  if (p->density == 0.0) return GM_OK; /* nothing is deep enough */
  if (p->bed.n == 0) GM_TRY(gm_bed_piece_take(s));
  for (int64_t k = 0; k < gm_zones_cells(&p->zones); ++k)
    c->was[k] = p->zones.kind[k];
  gm_zones_renew(&p->zones, c->depth, c->half);
  GM_TRY(find_places(c, s));
  c->before = mass_of(s);
  c->energy = energy_of(s);
  weigh_grains(c, s);
  weigh_points(c, s);
  return GM_OK;
}

enum { SWEEPS = 8, TURNS = 8 };

/* In the first round pay points that are new or have a new weight, in the second those
 * that share the material with grains. */
static int pays(const gm_conversion_state *c, const gm_scene *s, gm_index k,
                int round)
{
  if (round == 0) return k >= c->n_old || c->changed[k];
  return s->points.p[k].b.off[3] < 1.0;
}

/* Multiplies the mass of point k, within bounds of the density of the bed. */
static void scale(gm_scene *s, gm_index k, double factor)
{
  gm_point *p = &s->points.p[k];
  const double whole = s->partition.density * p->v[3] * p->b.bar[3];
  const double m = p->x[3] * factor;
  p->x[3] =
      fmin(fmax(m, fmin(0.7 * whole, p->x[3])), fmax(1.4 * whole, p->x[3]));
}

/* Adds the mass of points that pay, or of those that do not. */
static void spread_points(double *node, const gm_conversion_state *c,
                          const gm_scene *s, int paying, double sign)
{
  for (gm_index k = 0; k < s->points.n; ++k)
    if (pays(c, s, k, 0) == paying)
      spread(node, &s->partition.zones, gm_row_vec(s->points.p[k].x),
             sign * s->points.p[k].x[3]);
}

/* Points whose share has changed take, node by node, the mass that grains and other
 * points have lost or won, so that the bed keeps its centre of mass.  New points first
 * become larger with it: at a wall within a cell they stand for places that the lattice
 * does not have. */
static void pay_there(gm_conversion_state *c, gm_scene *s)
{
  const gm_zones *z = &s->partition.zones;
  const int64_t nodes = gm_means_nodes(z);
  spread_grains(c->mass_at, s, -1.0);
  spread_points(c->mass_at, c, s, 0, -1.0);
  for (int sweep = 0; sweep < SWEEPS; ++sweep) {
    for (int64_t k = 0; k < nodes; ++k)
      c->share[k] = 0.0;
    spread_points(c->share, c, s, 1, 1.0);
    for (int64_t k = 0; k < nodes; ++k)
      c->share[k] = c->share[k] > 0.0
                        ? fmin(fmax(c->mass_at[k] / c->share[k], 0.7), 1.4)
                        : 1.0;
    for (gm_index k = 0; k < s->points.n; ++k) {
      const gm_means_stencil at =
          gm_means_around(z, gm_row_vec(s->points.p[k].x));
      double factor = 0.0;
      for (int q = 0; q < at.n; ++q)
        factor += at.weight[q] * c->share[at.node[q]];
      if (!at.n || !pays(c, s, k, 0)) continue;
      const double before = s->points.p[k].x[3];
      scale(s, k, factor);
      if (k >= c->n_old && sweep == 0)
        s->points.p[k].v[3] *= s->points.p[k].x[3] / before;
    }
  }
}

/* What points cannot take grains have until the next conversion, as weights that differ
 * by a fifth at most from those of their zones: new grains do not always fit into a
 * bed that flows.  Where there is too much, grains that share are lighter; others would
 * be coupled with a weight below 1. */
static void lend(gm_scene *s, double owed)
{
  gm_grains *g = &s->grains;
  double mass = 0.0;
  for (gm_index i = 0; i < g->n; ++i)
    if (owed > 0.0 || g->weight[i] < 1.0) mass += gm_grains_mass(g, i);
  if (!(mass > 0.0)) return;
  const double factor = 1.0 + fmin(fmax(owed / mass, -0.2), 0.2);
  for (gm_index i = 0; i < g->n; ++i)
    if (owed > 0.0 || g->weight[i] < 1.0)
      gm_grains_reweigh(g, i, factor * g->weight[i]);
}

/* The mass that is owed goes to points whose share has changed, node by node and then
 * alike, by a quarter of theirs at most, what is left to those that share, by a
 * hundredth, and the rest to grains. */
static void pay(gm_conversion_state *c, gm_scene *s)
{
  gm_partition *p = &s->partition;
  const double bound[2] = {0.2, 0.01};
  pay_there(c, s);
  for (int turn = 0; turn < 2 * TURNS; ++turn) {
    const int round = turn / TURNS;
    double mass = 0.0;
    const double owed = p->sums.owed + c->before - mass_of(s);
    for (gm_index k = 0; k < s->points.n; ++k)
      if (pays(c, s, k, round)) mass += s->points.p[k].x[3];
    if (!(mass > 0.0) || owed == 0.0) continue;
    /* Again for what points within bounds of density could not take. */
    if (turn % TURNS > 0 && fabs(owed) > bound[round] * mass) continue;
    const double factor = fmin(fmax(1.0 + owed / mass, 1.0 - bound[round]),
                               1.0 / (1.0 - bound[round]));
    for (gm_index k = 0; k < s->points.n; ++k)
      if (pays(c, s, k, round)) scale(s, k, factor);
  }
  const double rest = p->sums.owed + c->before - mass_of(s);
  if (fabs(rest) > 1.0e-14 * c->before) lend(s, rest);
  p->sums.owed += c->before - mass_of(s);
}

gm_status gm_conversion_make(gm_conversion_state *c, gm_scene *s)
{
  gm_partition *p = &s->partition;
  if (p->means.samples > 0 && p->density > 0.0) {
    c->budget = p->sums.owed + c->before - mass_of(s);
    GM_TRY(gm_enrich_run(c, s));
    GM_TRY(gm_homogenise_run(c, s));
    pay(c, s);
    p->sums.energy += energy_of(s) - c->energy;
  }
  gm_means_begin(&p->means, &p->zones);
  return GM_OK;
}

void gm_conversion_clear(gm_conversion_state *c)
{
  gm_solids_clear(&c->solids);
  gm_level_clear(&c->level);
  gm_voids_clear(&c->points);
  gm_voids_clear(&c->grains);
  GM_FREE(c->was);
  GM_FREE(c->mass_at);
  GM_FREE(c->share);
  GM_FREE(c->mass);
  GM_FREE(c->held);
  GM_FREE(c->gone);
  GM_FREE(c->keep);
  GM_FREE(c->changed);
  *c = (gm_conversion_state){0};
}
