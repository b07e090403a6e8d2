/* hybrid/enrich.c -- new grains.
 *
 * A cell gets grains until they have, whole, the mass of its points, whole, as long as
 * mass is owed: numbers in a cell fluctuate, and what is only ever added would grow.
 * Two grains may be made as near as 0.97 of their radii: a settled bed has small
 * overlaps.
 */
#include "hybrid/enrich.h"

#include "base/math.h"
#include "base/memory.h"
#include "hybrid/bed_piece.h"
#include "hybrid/loosen.h"
#include "scene/structures.h"

static const double nearest = 0.97; /* 1  of the sum of radii */
static const double hearing = 6.0;  /* 1  of the mean radius, for velocities */

/* Radius of a new grain: normal distribution, cut at the smallest and the largest. */
static double radius_of(const void *how, const double u[2])
{
  const gm_partition *p = how;
  const double normal =
      sqrt(-2.0 * gm_math_log(u[0])) * gm_math_cos(2.0 * GM_PI * u[1]);
  return fmin(fmax(p->radius + p->spread * normal, p->least), p->most);
}

/* Means about a place, with weights exp(-d^2 / 2 r^2). */
typedef struct mean {
  const gm_voids *voids;
  const gm_scene *scene;
  gm_vec3 x;
  double per;   /* 1/m2 */
  int grains;   /* 1: the rows are those of grains, else of points */
  gm_index old; /* grains there were */
  double weight, spin_weight;
  gm_vec3 v, w;
} mean;

static void look(void *user, int32_t row)
{
  mean *o = user;
  if (o->grains && row >= o->old) return; /* made in this conversion */
  const gm_vec3 d = gm_sub(o->voids->sphere[row].x, o->x);
  const double q = gm_math_exp(-0.5 * gm_norm2(d) * o->per);
  o->weight += q;
  if (!o->grains) {
    o->v = gm_madd(o->v, q, gm_row_vec(o->scene->points.p[row].v));
    return;
  }
  o->spin_weight += q;
  o->v = gm_madd(o->v, q, gm_row_vec(o->scene->grains.g[row].v));
  o->w = gm_madd(o->w, q, gm_row_vec(o->scene->grains.w[row]));
}

static gm_status append(gm_conversion_state *c, gm_scene *s, gm_vec3 x,
                        double r)
{
  gm_grains *g = &s->grains;
  gm_partition *p = &s->partition;
  mean o = {.scene = s,
            .x = x,
            .per = 1.0 / (p->radius * p->radius),
            .old = c->old_grains};
  o.voids = &c->points;
  gm_voids_near(&c->points, x, hearing * p->radius, look, &o);
  o.voids = &c->grains;
  o.grains = 1;
  gm_voids_near(&c->grains, x, hearing * p->radius, look, &o);
  if (o.weight > 0.0) o.v = gm_scale(1.0 / o.weight, o.v);
  if (o.spin_weight > 0.0) o.w = gm_scale(1.0 / o.spin_weight, o.w);
  if (g->n == g->capacity)
    GM_TRY(
        gm_grains_reserve(g, g->n + g->n / 4 + 1024, g->orientation != NULL));
  gm_grains_append(g, gm_scene_next_id(s), x, r,
                   s->materials.row[p->material].density, o.v, o.w, p->material,
                   p->label);
  const gm_index i = g->n - 1;
  gm_grains_reweigh(g, i, c->weight);
  ++p->sums.made;
  p->sums.to_grains += gm_grains_mass(g, i);
  c->budget -= gm_grains_mass(g, i);
  return GM_OK;
}

static int has_room(const void *where, gm_vec3 x, double r)
{
  const gm_scene *s = where;
  gm_query_result probe;
  return gm_domain_holds(&s->domain, gm_row(x, 0.0)) &&
         gm_structures_nearest(&s->structures, &s->domain, x, nearest * r,
                               &probe) < 0;
}

/* Adds to lacks[cells] the mass (kg) of the points of each cell less that of its grains,
 * if both were whole. */
static void find_lacks(const gm_scene *s, double *lacks)
{
  const gm_zones *z = &s->partition.zones;
  for (gm_index k = 0; k < s->points.n; ++k) {
    const gm_point *p = &s->points.p[k];
    const int64_t cell = gm_zones_find(z, gm_row_vec(p->x));
    if (cell >= 0) lacks[cell] += p->x[3] / p->b.off[3];
  }
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const int64_t cell = gm_zones_find(z, gm_row_vec(s->grains.g[i].x));
    if (cell >= 0)
      lacks[cell] -= gm_grains_mass(&s->grains, i) / s->grains.weight[i];
  }
}

static double whole_mass(const gm_scene *s, double r)
{
  return gm_grain_rule_mass(&s->grains.rule, r,
                            s->materials.row[s->partition.material].density);
}

/* Tries the places of the bed in one cell. */
static gm_status lay(gm_conversion_state *c, gm_scene *s, int64_t cell,
                     double *lacks)
{
  const gm_partition *p = &s->partition;
  const gm_zones *z = &p->zones;
  const int64_t in = gm_bed_piece_cell(p, cell);
  if (in < 0) return GM_OK;
  const int64_t row = in / p->bed.side[0];
  const gm_vec3 corner =
      gm_vec(z->cell * (double)(in % p->bed.side[0]),
             z->cell * (double)(row % p->bed.side[1]),
             z->axes > 2 ? z->cell * (double)(row / p->bed.side[1]) : 0.0);
  const gm_vec3 way = gm_sub(gm_zones_corner(z, cell), corner);
  for (int64_t k = p->bed.first[in]; k < p->bed.first[in + 1]; ++k) {
    const gm_void_sphere q = p->bed.sphere[k];
    const gm_vec3 x = gm_add(q.x, way);
    if (*lacks < 0.5 * whole_mass(s, q.r) || c->budget <= 0.0) return GM_OK;
    if (!gm_voids_free(&c->grains, x, q.r, nearest) || !has_room(s, x, q.r))
      continue;
    GM_TRY(gm_voids_add(&c->grains, x, q.r));
    GM_TRY(append(c, s, x, q.r));
    *lacks -= whole_mass(s, q.r);
  }
  return GM_OK;
}

/* Throws darts into the gaps of one cell. */
static gm_status throw(gm_conversion_state * c, gm_scene *s, int64_t cell,
                       double lacks)
{
  const gm_partition *p = &s->partition;
  const int32_t old = c->grains.n;
  const double each = whole_mass(s, p->radius);
  const gm_voids_fill fill = {
      .passes = p->zones.axes > 2 ? 4 : 6,
      .darts = 16,
      .factor = nearest,
      .seed = 7,
      .item = (uint64_t)(s->step / c->every) << 32 ^ (uint64_t)cell,
      .radius = radius_of,
      .how = p,
      .allows = has_room,
      .where = s,
      .most =
          (int)fmin(fmin(lacks, c->budget / c->weight) / each + 0.5, 1000.0)};
  if (fill.most < 1) return GM_OK;
  GM_TRY(gm_voids_throw(&c->grains, &p->zones, cell, &fill));
  for (int32_t k = old; k < c->grains.n; ++k)
    GM_TRY(append(c, s, c->grains.sphere[k].x, c->grains.sphere[k].r));
  return GM_OK;
}

static gm_status fill_cells(gm_conversion_state *c, gm_scene *s, double *lacks)
{
  const gm_zones *z = &s->partition.zones;
  for (int k = z->from[2]; k < z->to[2]; ++k)
    for (int j = z->from[1]; j < z->to[1]; ++j)
      for (int i = z->from[0]; i < z->to[0]; ++i) {
        const int64_t cell = i + (int64_t)z->n[0] * (j + (int64_t)z->n[1] * k);
        if (z->kind[cell] != GM_ZONE_COUPLING ||
            c->was[cell] == GM_ZONE_DISCRETE)
          continue;
        if (c->was[cell] == GM_ZONE_CONTINUUM)
          GM_TRY(lay(c, s, cell, &lacks[cell]));
        GM_TRY(throw(c, s, cell, lacks[cell]));
      }
  return GM_OK;
}

/* Both hashes: rows are those of points and of grains. */
static gm_status hash(gm_conversion_state *c, gm_scene *s)
{
  const double r = s->partition.most;
  GM_TRY(gm_voids_begin(&c->points, s->points.n + 1024, r));
  for (gm_index k = 0; k < s->points.n; ++k)
    GM_TRY(gm_voids_add(&c->points, gm_row_vec(s->points.p[k].x), 0.0));
  GM_TRY(gm_voids_begin(&c->grains, s->grains.n + 1024, r));
  for (gm_index i = 0; i < s->grains.n; ++i)
    GM_TRY(gm_voids_add(&c->grains, gm_row_vec(s->grains.g[i].x),
                        s->grains.g[i].x[3]));
  return GM_OK;
}

gm_status gm_enrich_run(gm_conversion_state *c, gm_scene *s)
{
  double *lacks = NULL;
  c->old_grains = s->grains.n;
  GM_TRY(hash(c, s));
  GM_TRY(GM_RESIZE(lacks, 0, gm_zones_cells(&s->partition.zones)));
  find_lacks(s, lacks);
  const gm_status status = fill_cells(c, s, lacks);
  GM_FREE(lacks);
  if (status == GM_OK) gm_loosen_run(c, s);
  return status;
}
