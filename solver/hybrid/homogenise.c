/* hybrid/homogenise.c -- new material points.
 *
 * The places tried in a cell are those of a regular lattice, as many as a cell has
 * points.  One is taken if no point is near.
 */
#include "hybrid/homogenise.h"

#include "base/math.h"
#include "base/memory.h"
#include "scene/structures.h"

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

static void look(void *user, int32_t row)
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
static gm_strain mean_strain(const gm_point_law *law, const around *o)
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
static double share_of(const gm_scene *s)
{
  const gm_partition *p = &s->partition;
  const double h = p->zones.cell;
  return h * h * (s->grains.rule.flat ? s->grains.rule.thickness : h) *
         (double)p->means.samples;
}

/* Strain of the grains' stress, sum of f l over the volume (Christoffersen et al. 1981);
 * at structures, which take part of that, the volume is that of a bed of these grains.
 * None in tension, where the continuum bears nothing. */
static gm_strain strain_of(const gm_conversion_state *c, const gm_scene *s,
                           const gm_mean *m)
{
  gm_point_tensor t;
  const double whole = share_of(s), bed = m->volume / s->partition.fraction;
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
static double slack_of(const gm_scene *s, gm_vec3 x, const gm_mean *m,
                       gm_zone was)
{
  const gm_partition *p = &s->partition;
  const double h = p->zones.cell;
  const double rho = m->mass / share_of(s);
  gm_query_result probe;
  if (was != GM_ZONE_DISCRETE || rho >= slack * p->density ||
      gm_structures_nearest(&s->structures, &s->domain, x, h, &probe) >= 0)
    return 1.0;
  return p->density / rho;
}

/* Appends a point of new mass at x. */
static void make(const gm_conversion_state *c, gm_scene *s, gm_vec3 x,
                 double volume, gm_zone was, const around *o)
{
  const gm_partition *p = &s->partition;
  const gm_mean m = gm_means_at(&p->means, &p->zones, x);
  gm_vec3 v = {0.0, 0.0, 0.0};
  gm_strain b = gm_points_unstrained();
  double density = p->density;
  if (m.mass > 0.0) {
    const double rho = m.mass / share_of(s);
    const double J = slack_of(s, x, &m, was);
    v = gm_scale(1.0 / m.mass, m.momentum);
    if (J > 1.0) {
      b.bar[3] = J;
      density /= J;
    } else {
      b = strain_of(c, s, &m);
      if (rho > full * density) density = rho;
    }
  } else if (o->count) {
    v = gm_scale(1.0 / o->mass, o->momentum);
    b = mean_strain(&c->law, o);
  }
  gm_points_append(&s->points, x, v, density * volume, volume / b.bar[3], b,
                   s->time);
  s->points.tag[s->points.n - 1].fresh = 1;
}

/* Appends a point at x that takes its share from the points around. */
static void split(const gm_conversion_state *c, gm_scene *s, gm_vec3 x,
                  double reach, around *o)
{
  const double part = 1.0 / (double)(o->count + 1);
  gm_points_append(&s->points, x, gm_scale(1.0 / o->mass, o->momentum),
                   part * o->mass, part * o->volume, mean_strain(&c->law, o),
                   s->time);
  o->keeps = 1.0 - part;
  gm_voids_near(o->voids, x, reach, look, o);
}

/* Tries one place; zones: of its cell before and now. */
static gm_status try(gm_conversion_state *c, gm_scene *s, gm_vec3 x,
                     double spacing, gm_zone was, gm_zone now)
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
  gm_voids_near(&c->points, x, reach, look, &o);
  if (s->points.n == s->points.capacity)
    GM_TRY(gm_points_reserve(&s->points, s->points.n + s->points.n / 4 + 1024));
  const int fresh =
      now == GM_ZONE_COUPLING && (was == GM_ZONE_DISCRETE || c->budget > 0.0);
  if (fresh)
    make(c, s, x, volume, was, &o);
  else if (o.count)
    split(c, s, x, reach, &o);
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

static gm_status fill_cell(gm_conversion_state *c, gm_scene *s, int64_t cell)
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
        GM_TRY(try(c, s, x, spacing, (gm_zone)c->was[cell],
                   (gm_zone)z->kind[cell]));
      }
  return GM_OK;
}

/* Mass (kg) of the grains of each cell, whole, and the number of its points. */
static gm_status find_contents(gm_conversion_state *c, const gm_scene *s)
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

gm_status gm_homogenise_run(gm_conversion_state *c, gm_scene *s)
{
  const gm_zones *z = &s->partition.zones;
  const double spacing = z->cell / c->per_cell;
  GM_TRY(find_contents(c, s));
  GM_TRY(gm_voids_begin(&c->points, 2 * s->points.n + 1024, 0.5 * spacing));
  for (gm_index k = 0; k < s->points.n; ++k)
    GM_TRY(gm_voids_add(&c->points, gm_row_vec(s->points.p[k].x), 0.0));
  for (int k = z->from[2]; k < z->to[2]; ++k)
    for (int j = z->from[1]; j < z->to[1]; ++j)
      for (int i = z->from[0]; i < z->to[0]; ++i) {
        const int64_t cell = i + (int64_t)z->n[0] * (j + (int64_t)z->n[1] * k);
        if (z->kind[cell] != GM_ZONE_DISCRETE) GM_TRY(fill_cell(c, s, cell));
      }
  return GM_OK;
}
