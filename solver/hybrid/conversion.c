/* hybrid/conversion.c -- what a conversion does, in order.
 *
 * The first conversion only finds depths, from which the samples of the steps that
 * follow choose their grains; the next ones have means to take velocity and stress from.
 */
#include "hybrid/conversion.h"

#include "base/math.h"
#include "base/memory.h"
#include "scene/structures.h"
#include <stddef.h>

/* ---- new material points --------------------------------------------------------- */

/* The places tried in a cell are those of a regular lattice, as many as a cell has
 * points.  One is taken if no point is near. */

/* 1  of the spacing of points: how near another point must be for a place to be taken, in
 * a cell that was discrete, and elsewhere. */
static const double near_new = 0.5, near_old = 0.8;

/* 1  of a full cell: mass of the grains of one in which points are made. */
static const double least_filled = 0.35;

/* 1  of the density of the bed: grains that are looser bear nothing.  The density of a
 * node, of some three grains, differs by a few hundredths in a bed at rest. */
static const double slack = 0.85;

/* 1  of the density of the bed: the volume of a node is not cut by a structure. */
static const double full = 0.9;

/* Points around a place. */
typedef struct around {
  gm_points *points;
  const gm_voids *voids;
  gm_index count;
  double mass, volume; /* kg, m3 */
  gm_vec3 momentum;    /* kg m/s */
  gm_strain b;         /* sum of strains times mass */
  double keeps; /* 1  what points keep of mass and volume; 0: only count them */
} around;

static void look_at_conversion_point(void *user, int32_t row)
{
  around *o = user;
  gm_point *p = &o->points->p[row];
  if (o->keeps > 0.0) {
    p->x[3] *= o->keeps;
    p->v[3] *= o->keeps;
    return;
  }
  const double m = p->x[3];
  ++o->count;
  o->mass += m;
  o->volume += p->v[3];
  o->momentum = gm_madd(o->momentum, m, gm_row_vec(p->v));
  o->b.bar += m * p->b.bar;
  o->b.off += m * p->b.off;
}

/* Mean strain of points, with det bbar = 1 again. */
static gm_strain conversion_mean_strain(const gm_point_law *law,
                                        const around *o)
{
  gm_strain b = o->b;
  b.bar *= 1.0 / o->mass;
  b.off *= 1.0 / o->mass;
  const double xx = b.bar[0], yy = b.bar[1], zz = b.bar[2];
  const double xy = b.off[0], yz = b.off[1], zx = b.off[2];
  const double det = law->dims < 3
                         ? xx * yy - xy * xy
                         : xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) +
                               zx * (xy * yz - yy * zx);
  const double q = law->dims < 3 ? 1.0 / sqrt(det) : 1.0 / gm_math_cbrt(det);
  b.bar *= (gm_row4){q, q, law->dims < 3 ? 1.0 : q, 1.0};
  b.off *= (gm_row4){q, q, q, 0.0};
  gm_point_law_return(law, &b);
  return b;
}

/* m3 times samples: what a node stands for. */
static double conversion_solid_share(const gm_scene *s)
{
  const gm_partition *p = &s->partition;
  const double h = p->zones.cell;
  return h * h * (s->grains.rule.flat ? s->grains.rule.thickness : h) *
         (double)p->means.samples;
}

/* Strain of the grains' stress, sum of f l over the volume (Christoffersen et al. 1981);
 * at structures, which take part of that, the volume is that of a bed of these grains.
 * None in tension, where the continuum bears nothing. */
static gm_strain conversion_strain(const gm_conversion_state *c,
                                   const gm_scene *s, const gm_mean *m)
{
  gm_point_tensor t;
  const double whole = conversion_solid_share(s),
               bed = m->volume / s->partition.fraction;
  const double per = 1.0 / (bed > full * whole ? whole : bed);
  for (int k = 0; k < 6; ++k)
    t.c[k] = per * m->stress[k];
  const double trace = t.c[0] + t.c[1] + (c->law.dims > 2 ? t.c[2] : 0.0);
  if (!(trace < 0.0)) return gm_points_unstrained();
  gm_strain b = gm_point_law_strain(&c->law, &t);
  gm_point_law_return(&c->law, &b);
  return b;
}

/* Volume over that of the dense bed where grains are slack, else 1.  Next to structures,
 * and to cells without grains, the densities of nodes are not known. */
static double conversion_slack(const gm_scene *s, gm_vec3 x, const gm_mean *m,
                               gm_zone was)
{
  const gm_partition *p = &s->partition;
  const double h = p->zones.cell;
  const double rho = m->mass / conversion_solid_share(s);
  gm_query_result probe;
  if (was != GM_ZONE_DISCRETE || rho >= slack * p->density ||
      gm_structures_nearest(&s->structures, &s->domain, x, h, &probe) >= 0)
    return 1.0;
  return p->density / rho;
}

/* Appends a point of new mass at x. */
static void make_conversion_point(const gm_conversion_state *c, gm_scene *s,
                                  gm_vec3 x, double volume, gm_zone was,
                                  const around *o)
{
  const gm_partition *p = &s->partition;
  const gm_mean m = gm_means_at(&p->means, &p->zones, x);
  gm_vec3 v = {0.0, 0.0, 0.0};
  gm_strain b = gm_points_unstrained();
  double density = p->density;
  if (m.mass > 0.0) {
    const double rho = m.mass / conversion_solid_share(s);
    const double J = conversion_slack(s, x, &m, was);
    v = gm_scale(1.0 / m.mass, m.momentum);
    if (J > 1.0) {
      b.bar[3] = J;
      density /= J;
    } else {
      b = conversion_strain(c, s, &m);
      if (rho > full * density) density = rho;
    }
  } else if (o->count) {
    v = gm_scale(1.0 / o->mass, o->momentum);
    b = conversion_mean_strain(&c->law, o);
  }
  gm_points_append(&s->points, x, v, density * volume, volume / b.bar[3], b,
                   s->time);
  s->points.tag[s->points.n - 1].fresh = 1;
}

/* Appends a point at x that takes its share from the points around. */
static void split_conversion_point(const gm_conversion_state *c, gm_scene *s,
                                   gm_vec3 x, double reach, around *o)
{
  const double part = 1.0 / (double)(o->count + 1);
  gm_points_append(&s->points, x, gm_scale(1.0 / o->mass, o->momentum),
                   part * o->mass, part * o->volume,
                   conversion_mean_strain(&c->law, o), s->time);
  o->keeps = 1.0 - part;
  gm_voids_near(o->voids, x, reach, look_at_conversion_point, o);
}

/* Tries one place; zones: of its cell before and now. */
static gm_status try_conversion_place(gm_conversion_state *c, gm_scene *s,
                                      gm_vec3 x, double spacing, gm_zone was,
                                      gm_zone now)
{
  const double near = spacing * (was == GM_ZONE_DISCRETE ? near_new : near_old);
  const double volume =
      spacing * spacing *
      (s->grains.rule.flat ? s->grains.rule.thickness : spacing);
  gm_query_result probe;
  if (!gm_voids_free(&c->points, x, near, 1.0)) return GM_OK;
  if (gm_structures_nearest(&s->structures, &s->domain, x, 0.25 * spacing,
                            &probe) >= 0)
    return GM_OK;
  around o = {.points = &s->points, .voids = &c->points};
  const double reach = 1.5 * spacing;
  gm_voids_near(&c->points, x, reach, look_at_conversion_point, &o);
  if (s->points.n == s->points.capacity)
    GM_TRY(gm_points_reserve(&s->points, s->points.n + s->points.n / 4 + 1024));
  const int fresh =
      now == GM_ZONE_COUPLING && (was == GM_ZONE_DISCRETE || c->budget > 0.0);
  if (fresh)
    make_conversion_point(c, s, x, volume, was, &o);
  else if (o.count)
    split_conversion_point(c, s, x, reach, &o);
  else
    return GM_OK;
  const gm_index i = s->points.n - 1;
  const double w = now == GM_ZONE_COUPLING ? 1.0 - c->weight : 1.0;
  if (fresh)
    gm_points_weigh(&s->points, i, w);
  else
    s->points.p[i].b.off[3] = w; /* shares of mass that has this weight */
  if (fresh) c->budget -= s->points.p[i].x[3];
  return gm_voids_add(&c->points, x, 0.0);
}

static gm_status fill_conversion_cell(gm_conversion_state *c, gm_scene *s,
                                      int64_t cell)
{
  /* Where there are hardly any grains, nothing can become a continuum. */
  if (s->partition.zones.kind[cell] == GM_ZONE_COUPLING &&
      c->mass[cell] < least_filled * c->full)
    return GM_OK;
  const gm_zones *z = &s->partition.zones;
  const gm_vec3 low = gm_zones_corner(z, cell);
  const int m = c->per_cell, layers = z->axes > 2 ? m : 1;
  /* Points that are pressed together elsewhere never join: gaps among half of a cell's
   * points or more stay, or a stirred bed would gain points without end. */
  if (c->was[cell] != GM_ZONE_DISCRETE && 2 * c->held[cell] >= m * m * layers)
    return GM_OK;
  const double spacing = z->cell / m;
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < m; ++i) {
        const gm_vec3 x = {low.x + spacing * (i + 0.5),
                           low.y + spacing * (j + 0.5),
                           z->axes > 2 ? low.z + spacing * (k + 0.5) : 0.0};
        GM_TRY(try_conversion_place(c, s, x, spacing, (gm_zone)c->was[cell],
                                    (gm_zone)z->kind[cell]));
      }
  return GM_OK;
}

/* Mass (kg) of the grains of each cell, whole, and the number of its points. */
static gm_status find_conversion_contents(gm_conversion_state *c,
                                          const gm_scene *s)
{
  const gm_zones *z = &s->partition.zones;
  const int64_t cells = gm_zones_cells(z);
  const double h = z->cell;
  c->full = s->partition.density * h * h *
            (z->axes > 2 ? h : s->grains.rule.thickness);
  if (!c->mass) GM_TRY(GM_RESIZE(c->mass, 0, cells));
  if (!c->held) GM_TRY(GM_RESIZE(c->held, 0, cells));
  for (int64_t k = 0; k < cells; ++k) {
    c->mass[k] = 0.0;
    c->held[k] = 0;
  }
  for (gm_index k = 0; k < s->points.n; ++k) {
    const int64_t cell = gm_zones_find(z, gm_row_vec(s->points.p[k].x));
    if (cell >= 0) ++c->held[cell];
  }
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const int64_t cell = gm_zones_find(z, gm_row_vec(s->grains.g[i].x));
    if (cell >= 0)
      c->mass[cell] += gm_grains_mass(&s->grains, i) / s->grains.weight[i];
  }
  return GM_OK;
}

/* Makes points in the gaps of coupling and continuum cells.  In a coupling cell they are
 * new mass, with velocity and stress of the grains there (points/means.h); in the
 * continuum they take mass and volume from the points around.  GM_ERR_MEMORY. */
static gm_status homogenise_conversion_cells(gm_conversion_state *c,
                                             gm_scene *s)
{
  const gm_zones *z = &s->partition.zones;
  const double spacing = z->cell / c->per_cell;
  GM_TRY(find_conversion_contents(c, s));
  GM_TRY(gm_voids_begin(&c->points, 2 * s->points.n + 1024, 0.5 * spacing));
  for (gm_index k = 0; k < s->points.n; ++k)
    GM_TRY(gm_voids_add(&c->points, gm_row_vec(s->points.p[k].x), 0.0));
  for (int k = z->from[2]; k < z->to[2]; ++k)
    for (int j = z->from[1]; j < z->to[1]; ++j)
      for (int i = z->from[0]; i < z->to[0]; ++i) {
        const int64_t cell = i + (int64_t)z->n[0] * (j + (int64_t)z->n[1] * k);
        if (z->kind[cell] != GM_ZONE_DISCRETE)
          GM_TRY(fill_conversion_cell(c, s, cell));
      }
  return GM_OK;
}

/* ---- what a conversion does, in order -------------------------------------------- */

int gm_conversion_due(const gm_conversion_state *c, const gm_scene *s)
{
  return c->every > 0 && s->step % c->every == 0 &&
         s->step % s->continuum.stride == 0 &&
         (double)s->step * s->dt >= c->start * (1.0 - 1.0e-9);
}

static gm_status reserve_conversion_memory(gm_conversion_state *c,
                                           const gm_scene *s)
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

static void spread_conversion_mass(double *node, const gm_zones *z, gm_vec3 x,
                                   double mass)
{
  const gm_means_stencil at = gm_means_around(z, x);
  for (int k = 0; k < at.n; ++k)
    node[at.node[k]] += at.weight[k] * mass;
}

static void spread_conversion_grains(double *node, const gm_scene *s,
                                     double sign)
{
  for (gm_index i = 0; i < s->grains.n; ++i)
    spread_conversion_mass(node, &s->partition.zones,
                           gm_row_vec(s->grains.g[i].x),
                           sign * gm_grains_mass(&s->grains, i));
}

/* Mass at the nodes of the zones: equal sums there have one centre of mass. */
static gm_status find_conversion_places(gm_conversion_state *c,
                                        const gm_scene *s)
{
  const int64_t nodes = gm_means_nodes(&s->partition.zones);
  if (!c->mass_at) GM_TRY(GM_RESIZE(c->mass_at, 0, nodes));
  if (!c->share) GM_TRY(GM_RESIZE(c->share, 0, nodes));
  for (int64_t k = 0; k < nodes; ++k)
    c->mass_at[k] = 0.0;
  spread_conversion_grains(c->mass_at, s, 1.0);
  for (gm_index k = 0; k < s->points.n; ++k)
    spread_conversion_mass(c->mass_at, &s->partition.zones,
                           gm_row_vec(s->points.p[k].x), s->points.p[k].x[3]);
  return GM_OK;
}

static double hybrid_mass(const gm_scene *s)
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
static void find_conversion_density(const gm_conversion_state *c, gm_scene *s)
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
static double hybrid_energy(const gm_scene *s)
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

static void weigh_conversion_grains(gm_conversion_state *c, gm_scene *s)
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

static void weigh_conversion_points(gm_conversion_state *c, gm_scene *s)
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
static double hybrid_solid(const gm_scene *s)
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
      sizeof(gm_point) / sizeof *first, s->points.n, hybrid_solid(s)};
  c->n_gone = 0;
  GM_TRY(reserve_conversion_memory(c, s));
  GM_TRY(gm_packing_fill(&p->zones, &s->grains, points, c->window));
  if (c->layer) GM_TRY(gm_packing_solids_fill(&c->solids, s, c->window));
  GM_TRY(gm_level_build(&c->level, &p->zones, c->threshold, c->layer));
  if (p->means.samples == 0) return GM_OK;
  if (p->density == 0.0) find_conversion_density(c, s);
  if (p->density == 0.0) return GM_OK; /* nothing is deep enough */
  if (p->bed.n == 0) GM_TRY(gm_enrich_take_piece(s));
  for (int64_t k = 0; k < gm_zones_cells(&p->zones); ++k)
    c->was[k] = p->zones.kind[k];
  gm_zones_renew(&p->zones, c->depth, c->half);
  GM_TRY(find_conversion_places(c, s));
  c->before = hybrid_mass(s);
  c->energy = hybrid_energy(s);
  weigh_conversion_grains(c, s);
  weigh_conversion_points(c, s);
  return GM_OK;
}

enum { SWEEPS = 8, TURNS = 8 };

/* In the first round pay points that are new or have a new weight, in the second those
 * that share the material with grains. */
static int is_conversion_paying(const gm_conversion_state *c, const gm_scene *s,
                                gm_index k, int round)
{
  if (round == 0) return k >= c->n_old || c->changed[k];
  return s->points.p[k].b.off[3] < 1.0;
}

/* Multiplies the mass of point k, within bounds of the density of the bed. */
static void scale_conversion_mass(gm_scene *s, gm_index k, double factor)
{
  gm_point *p = &s->points.p[k];
  const double whole = s->partition.density * p->v[3] * p->b.bar[3];
  const double m = p->x[3] * factor;
  p->x[3] =
      fmin(fmax(m, fmin(0.7 * whole, p->x[3])), fmax(1.4 * whole, p->x[3]));
}

/* Adds the mass of points that pay, or of those that do not. */
static void spread_conversion_points(double *node, const gm_conversion_state *c,
                                     const gm_scene *s, int paying, double sign)
{
  for (gm_index k = 0; k < s->points.n; ++k)
    if (is_conversion_paying(c, s, k, 0) == paying)
      spread_conversion_mass(node, &s->partition.zones,
                             gm_row_vec(s->points.p[k].x),
                             sign * s->points.p[k].x[3]);
}

/* Points whose share has changed take, node by node, the mass that grains and other
 * points have lost or won, so that the bed keeps its centre of mass.  New points first
 * become larger with it: at a wall within a cell they stand for places that the lattice
 * does not have. */
static void pay_conversion_there(gm_conversion_state *c, gm_scene *s)
{
  const gm_zones *z = &s->partition.zones;
  const int64_t nodes = gm_means_nodes(z);
  spread_conversion_grains(c->mass_at, s, -1.0);
  spread_conversion_points(c->mass_at, c, s, 0, -1.0);
  for (int sweep = 0; sweep < SWEEPS; ++sweep) {
    for (int64_t k = 0; k < nodes; ++k)
      c->share[k] = 0.0;
    spread_conversion_points(c->share, c, s, 1, 1.0);
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
      if (!at.n || !is_conversion_paying(c, s, k, 0)) continue;
      const double before = s->points.p[k].x[3];
      scale_conversion_mass(s, k, factor);
      if (k >= c->n_old && sweep == 0)
        s->points.p[k].v[3] *= s->points.p[k].x[3] / before;
    }
  }
}

/* What points cannot take grains have until the next conversion, as weights that differ
 * by a fifth at most from those of their zones: new grains do not always fit into a
 * bed that flows.  Where there is too much, grains that share are lighter; others would
 * be coupled with a weight below 1. */
static void weigh_conversion_owed(gm_scene *s, double owed)
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
static void pay_conversion_owed(gm_conversion_state *c, gm_scene *s)
{
  gm_partition *p = &s->partition;
  const double bound[2] = {0.2, 0.01};
  pay_conversion_there(c, s);
  for (int turn = 0; turn < 2 * TURNS; ++turn) {
    const int round = turn / TURNS;
    double mass = 0.0;
    const double owed = p->sums.owed + c->before - hybrid_mass(s);
    for (gm_index k = 0; k < s->points.n; ++k)
      if (is_conversion_paying(c, s, k, round)) mass += s->points.p[k].x[3];
    if (!(mass > 0.0) || owed == 0.0) continue;
    /* Again for what points within bounds of density could not take. */
    if (turn % TURNS > 0 && fabs(owed) > bound[round] * mass) continue;
    const double factor = fmin(fmax(1.0 + owed / mass, 1.0 - bound[round]),
                               1.0 / (1.0 - bound[round]));
    for (gm_index k = 0; k < s->points.n; ++k)
      if (is_conversion_paying(c, s, k, round))
        scale_conversion_mass(s, k, factor);
  }
  const double rest = p->sums.owed + c->before - hybrid_mass(s);
  if (fabs(rest) > 1.0e-14 * c->before) weigh_conversion_owed(s, rest);
  p->sums.owed += c->before - hybrid_mass(s);
}

gm_status gm_conversion_make(gm_conversion_state *c, gm_scene *s)
{
  gm_partition *p = &s->partition;
  if (p->means.samples > 0 && p->density > 0.0) {
    c->budget = p->sums.owed + c->before - hybrid_mass(s);
    GM_TRY(gm_enrich_run(c, s));
    GM_TRY(homogenise_conversion_cells(c, s));
    pay_conversion_owed(c, s);
    p->sums.energy += hybrid_energy(s) - c->energy;
  }
  gm_means_begin(&p->means, &p->zones);
  return GM_OK;
}

void gm_conversion_clear(gm_conversion_state *c)
{
  gm_packing_solids_clear(&c->solids);
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
