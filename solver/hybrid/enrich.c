/* hybrid/enrich.c -- new grains.
 *
 * A cell gets grains until they have, whole, the mass of its points, whole, as long as
 * mass is owed: numbers in a cell fluctuate, and what is only ever added would grow.
 * Two grains may be made as near as 0.97 of their radii: a settled bed has small
 * overlaps.
 */
#include "hybrid/conversion.h"

#include "base/math.h"
#include "base/memory.h"
#include "scene/structures.h"

/* ---- choice of the piece of the bed that is repeated ----------------------------- */

/* The box begins at the deepest cell and grows by layers on all sides while all its cells
 * stay a cell below the surface.  Where the box meets its own images, grains that overlap
 * are left out. */

enum { MOST_SIDE = 48 }; /* cells */

/* Least depth at the corners of a cell; negative where a corner is not in the bed. */
static double enriched_cell_depth(const gm_partition *p, const int at[3])
{
  const gm_zones *z = &p->zones;
  double least = INFINITY;
  for (int c = 0; c < 1 << z->axes; ++c) {
    const int64_t i = at[0] + (c & 1), j = at[1] + (c >> 1 & 1);
    const int64_t k = at[2] + (c >> 2);
    const int64_t node = i + (z->n[0] + 1) * (j + (z->n[1] + 1) * k);
    const int64_t level =
        2 * i + z->nodes[0] * (2 * j + z->nodes[1] * (z->axes > 2 ? 2 * k : 0));
    if (!(p->means.node[node].volume > p->means.full)) return -INFINITY;
    least = fmin(least, z->distance[level]);
  }
  return least;
}

/* Finds the deepest cell, the first of several; returns its depth. */
static double find_enriched_deepest_cell(const gm_partition *p, int deepest[3])
{
  const gm_zones *z = &p->zones;
  double most = -INFINITY;
  for (int k = z->from[2]; k < z->to[2]; ++k)
    for (int j = z->from[1]; j < z->to[1]; ++j)
      for (int i = z->from[0]; i < z->to[0]; ++i) {
        const int at[3] = {i, j, k};
        const double depth = enriched_cell_depth(p, at);
        if (depth <= most) continue;
        most = depth;
        for (int a = 0; a < 3; ++a)
          deepest[a] = at[a];
      }
  return most;
}

static int all_enriched_deep(const gm_partition *p, const int from[3],
                             const int to[3], double depth)
{
  for (int k = from[2]; k < to[2]; ++k)
    for (int j = from[1]; j < to[1]; ++j)
      for (int i = from[0]; i < to[0]; ++i)
        if (enriched_cell_depth(p, (int[3]){i, j, k}) < depth) return 0;
  return 1;
}

/* Grows the box by a layer on one side; returns 0 if that is not possible. */
static int grow_enriched_box(const gm_partition *p, int from[3], int to[3],
                             int axis, int up, double depth)
{
  const gm_zones *z = &p->zones;
  int low[3], high[3];
  for (int a = 0; a < 3; ++a) {
    low[a] = from[a];
    high[a] = to[a];
  }
  low[axis] = up ? to[axis] : from[axis] - 1;
  high[axis] = low[axis] + 1;
  if (low[axis] < z->from[axis] || high[axis] > z->to[axis] ||
      to[axis] - from[axis] >= MOST_SIDE ||
      !all_enriched_deep(p, low, high, depth))
    return 0;
  *(up ? &to[axis] : &from[axis]) += up ? 1 : -1;
  return 1;
}

static int64_t enriched_cell(const gm_partition *p, gm_vec3 x)
{
  const gm_partition_bed *bed = &p->bed;
  const double w = p->zones.cell, at[3] = {x.x, x.y, x.z};
  int c[3] = {0, 0, 0};
  for (int a = 0; a < p->zones.axes; ++a) {
    c[a] = (int)floor(at[a] / w);
    if (c[a] >= bed->side[a]) c[a] = bed->side[a] - 1;
    if (c[a] < 0) c[a] = 0;
  }
  return c[0] + (int64_t)bed->side[0] * (c[1] + (int64_t)bed->side[1] * c[2]);
}

gm_status gm_enrich_index_piece(gm_partition *p)
{
  gm_partition_bed *bed = &p->bed;
  const int64_t cells = (int64_t)bed->side[0] * bed->side[1] * bed->side[2];
  gm_void_sphere *sorted = NULL;
  if (bed->n == 0) return GM_OK;
  GM_TRY(GM_RESIZE(bed->first, 0, cells + 1));
  GM_TRY(GM_RESIZE(sorted, 0, bed->n));
  for (int64_t k = 0; k < bed->n; ++k)
    ++bed->first[enriched_cell(p, bed->sphere[k].x) + 1];
  for (int64_t c = 0; c < cells; ++c)
    bed->first[c + 1] += bed->first[c];
  for (int64_t k = 0; k < bed->n; ++k)
    sorted[bed->first[enriched_cell(p, bed->sphere[k].x)]++] = bed->sphere[k];
  for (int64_t c = cells; c > 0; --c)
    bed->first[c] = bed->first[c - 1];
  bed->first[0] = 0;
  GM_FREE(bed->sphere);
  bed->sphere = sorted;
  return GM_OK;
}

/* True if a sphere fits all images of those taken so far; x from the low corner. */
static int enriched_fits_images(const gm_voids *v, const gm_partition *p,
                                gm_vec3 x, double r)
{
  const double w = p->zones.cell;
  for (int c = 0; c < 27; ++c) {
    const int i = c % 3 - 1, j = c / 3 % 3 - 1, k = c / 9 - 1;
    if ((p->zones.axes < 3 && k) || (!i && !j && !k)) continue;
    const gm_vec3 y =
        gm_vec(x.x + i * w * p->bed.side[0], x.y + j * w * p->bed.side[1],
               x.z + k * w * p->bed.side[2]);
    if (!gm_voids_free(v, y, r, 0.97)) return 0;
  }
  return 1;
}

static gm_status take_enriched_grains(gm_scene *s)
{
  gm_partition *p = &s->partition;
  const gm_zones *z = &p->zones;
  const gm_grains *g = &s->grains;
  const gm_vec3 low = gm_zones_corner(
      z, p->bed.low[0] + (int64_t)z->n[0] * (p->bed.low[1] +
                                             (int64_t)z->n[1] * p->bed.low[2]));
  gm_voids v = {0};
  gm_status status = gm_voids_begin(&v, g->n, p->most);
  for (gm_index i = 0; i < g->n && status == GM_OK; ++i) {
    const gm_vec3 x = gm_sub(gm_row_vec(g->g[i].x), low);
    const double at[3] = {x.x, x.y, x.z}, r = g->g[i].x[3];
    int in = 1;
    for (int a = 0; a < z->axes; ++a)
      in &= at[a] >= 0.0 && at[a] < z->cell * p->bed.side[a];
    if (in && enriched_fits_images(&v, p, x, r))
      status = gm_voids_add(&v, x, r);
  }
  if (status == GM_OK) status = GM_RESIZE(p->bed.sphere, 0, v.n + 1);
  if (status == GM_OK) {
    for (int32_t k = 0; k < v.n; ++k)
      p->bed.sphere[k] = v.sphere[k];
    p->bed.n = v.n;
  }
  gm_voids_clear(&v);
  return status;
}

gm_status gm_enrich_take_piece(gm_scene *s)
{
  gm_partition *p = &s->partition;
  const gm_zones *z = &p->zones;
  int from[3], to[3], grown = 1;
  int64_t nodes;
  gm_means_deep(&p->means, z, z->cell, &nodes); /* finds full nodes */
  if (!(find_enriched_deepest_cell(p, from) > z->cell)) return GM_OK;
  for (int a = 0; a < 3; ++a)
    to[a] = from[a] + 1;
  while (grown) {
    grown = 0;
    for (int side = 0; side < 2 * z->axes; ++side)
      grown |= grow_enriched_box(p, from, to, side / 2, side % 2, z->cell);
  }
  for (int a = 0; a < 3; ++a) {
    p->bed.low[a] = from[a];
    p->bed.side[a] = to[a] - from[a];
  }
  GM_TRY(take_enriched_grains(s));
  return gm_enrich_index_piece(p);
}

/* The cell of the piece that stands for a cell of the zones, or -1. */
static int64_t enriched_piece_cell(const gm_partition *p, int64_t cell)
{
  const gm_zones *z = &p->zones;
  const int64_t row = cell / z->n[0];
  const int64_t at[3] = {cell % z->n[0], row % z->n[1], row / z->n[1]};
  int64_t c[3];
  if (p->bed.n == 0) return -1;
  for (int a = 0; a < 3; ++a) {
    const int64_t n = p->bed.side[a];
    c[a] = ((at[a] - p->bed.low[a]) % n + n) % n;
  }
  return c[0] + p->bed.side[0] * (c[1] + p->bed.side[1] * c[2]);
}

/* ---- new grains give way before they bear loads ---------------------------------- */

/* New grains may overlap others by some hundredths of a diameter, more than grains of a
 * bed at rest do: their springs would push them apart at once.  With hybrid.settle each
 * of them is moved out of its overlaps first, sweep by sweep; older grains and structures
 * stay where they are.
 *
 * Grains are moved one after the other in the order of their rows, by half of the sum of
 * their overlaps, so bits depend on nothing else.  The hash of the conversion has the
 * places at which they were made; they go no farther from these than a tenth of their
 * radius. */

static const double farthest = 0.1; /* 1  of the radius, from the first place */
static const double enough = 1.0e-4; /* 1  of the radius: the sweeps end */

/* A new grain and the way out of its overlaps. */
typedef struct easing {
  const gm_grains *grains;
  gm_index row, old; /* of the grain; grains there were */
  gm_vec3 x;         /* m  where it is */
  gm_vec3 sum;       /* m */
  double most;       /* m  the greatest overlap */
} easing;

static void add_enriched_overlap(easing *o, double overlap, gm_vec3 n,
                                 double share)
{
  o->sum = gm_madd(o->sum, share * overlap, n);
  o->most = fmax(o->most, overlap);
}

static void look_at_enriched_neighbour(void *user, int32_t row)
{
  easing *o = user;
  const gm_row4 mine = o->grains->g[o->row].x, other = o->grains->g[row].x;
  if (row == o->row) return;
  const gm_vec3 d = gm_sub(o->x, gm_row_vec(other));
  const double apart = gm_norm(d), overlap = mine[3] + other[3] - apart;
  if (!(overlap > 0.0) || !(apart > 0.0)) return;
  add_enriched_overlap(o, overlap, gm_scale(1.0 / apart, d),
                       row < o->old ? 1.0 : 0.5);
}

/* Moves grain i; returns its greatest overlap over its radius. */
static double move_enriched_new_grain(gm_conversion_state *c, gm_scene *s,
                                      gm_index i)
{
  gm_grains *g = &s->grains;
  const double r = g->g[i].x[3], margin = 2.0 * farthest * s->partition.most;
  const gm_vec3 from = c->grains.sphere[i].x;
  easing o = {.grains = g, .row = i, .old = c->old_grains};
  gm_query_result probe;
  o.x = gm_row_vec(g->g[i].x);
  gm_voids_near(&c->grains, o.x, r + s->partition.most + margin,
                look_at_enriched_neighbour, &o);
  if (gm_structures_nearest(&s->structures, &s->domain, o.x, r, &probe) >= 0)
    add_enriched_overlap(&o, r - probe.distance, probe.gradient, 1.0);
  gm_vec3 off = gm_sub(gm_madd(o.x, 0.5, o.sum), from);
  const double length = gm_norm(off);
  if (length > farthest * r) off = gm_scale(farthest * r / length, off);
  const gm_vec3 to = gm_add(from, off);
  if (gm_domain_holds(&s->domain, gm_row(to, 0.0))) g->g[i].x = gm_row(to, r);
  return o.most / r;
}

/* Moves the grains made in this conversion, in at most c->settle sweeps. */
static void loosen_enriched_grains(gm_conversion_state *c, gm_scene *s)
{
  double most = INFINITY;
  for (int n = 0; n < c->settle && most > enough; ++n) {
    most = 0.0;
    for (gm_index i = c->old_grains; i < s->grains.n; ++i)
      most = fmax(most, move_enriched_new_grain(c, s, i));
  }
}

/* ---- new grains ------------------------------------------------------------------ */

static const double nearest = 0.97; /* 1  of the sum of radii */
static const double hearing = 6.0;  /* 1  of the mean radius, for velocities */

/* Radius of a new grain: normal distribution, cut at the smallest and the largest. */
static double enriched_drawn_radius(const void *how, const double u[2])
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

static void look_at_enriched_grain(void *user, int32_t row)
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

static gm_status append_enriched_grain(gm_conversion_state *c, gm_scene *s,
                                       gm_vec3 x, double r)
{
  gm_grains *g = &s->grains;
  gm_partition *p = &s->partition;
  mean o = {.scene = s,
            .x = x,
            .per = 1.0 / (p->radius * p->radius),
            .old = c->old_grains};
  o.voids = &c->points;
  gm_voids_near(&c->points, x, hearing * p->radius, look_at_enriched_grain, &o);
  o.voids = &c->grains;
  o.grains = 1;
  gm_voids_near(&c->grains, x, hearing * p->radius, look_at_enriched_grain, &o);
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

static int has_enriched_room(const void *where, gm_vec3 x, double r)
{
  const gm_scene *s = where;
  gm_query_result probe;
  return gm_domain_holds(&s->domain, gm_row(x, 0.0)) &&
         gm_structures_nearest(&s->structures, &s->domain, x, nearest * r,
                               &probe) < 0;
}

/* Adds to lacks[cells] the mass (kg) of the points of each cell less that of its grains,
 * if both were whole. */
static void find_enriched_lacks(const gm_scene *s, double *lacks)
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

static double enriched_whole_mass(const gm_scene *s, double r)
{
  return gm_grain_rule_mass(&s->grains.rule, r,
                            s->materials.row[s->partition.material].density);
}

/* Tries the places of the bed in one cell. */
static gm_status lay_enriched_cell(gm_conversion_state *c, gm_scene *s,
                                   int64_t cell, double *lacks)
{
  const gm_partition *p = &s->partition;
  const gm_zones *z = &p->zones;
  const int64_t in = enriched_piece_cell(p, cell);
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
    if (*lacks < 0.5 * enriched_whole_mass(s, q.r) || c->budget <= 0.0)
      return GM_OK;
    if (!gm_voids_free(&c->grains, x, q.r, nearest) ||
        !has_enriched_room(s, x, q.r))
      continue;
    GM_TRY(gm_voids_add(&c->grains, x, q.r));
    GM_TRY(append_enriched_grain(c, s, x, q.r));
    *lacks -= enriched_whole_mass(s, q.r);
  }
  return GM_OK;
}

/* Throws darts into the gaps of one cell. */
static gm_status throw_enriched_darts(gm_conversion_state *c, gm_scene *s,
                                      int64_t cell, double lacks)
{
  const gm_partition *p = &s->partition;
  const int32_t old = c->grains.n;
  const double each = enriched_whole_mass(s, p->radius);
  const gm_voids_fill fill = {
      .passes = p->zones.axes > 2 ? 4 : 6,
      .darts = 16,
      .factor = nearest,
      .seed = 7,
      .item = (uint64_t)(s->step / c->every) << 32 ^ (uint64_t)cell,
      .radius = enriched_drawn_radius,
      .how = p,
      .allows = has_enriched_room,
      .where = s,
      .most =
          (int)fmin(fmin(lacks, c->budget / c->weight) / each + 0.5, 1000.0)};
  if (fill.most < 1) return GM_OK;
  GM_TRY(gm_voids_throw(&c->grains, &p->zones, cell, &fill));
  for (int32_t k = old; k < c->grains.n; ++k)
    GM_TRY(append_enriched_grain(c, s, c->grains.sphere[k].x,
                                 c->grains.sphere[k].r));
  return GM_OK;
}

static gm_status fill_enriched_cells(gm_conversion_state *c, gm_scene *s,
                                     double *lacks)
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
          GM_TRY(lay_enriched_cell(c, s, cell, &lacks[cell]));
        GM_TRY(throw_enriched_darts(c, s, cell, lacks[cell]));
      }
  return GM_OK;
}

/* Both hashes: rows are those of points and of grains. */
static gm_status hash_enriched_rows(gm_conversion_state *c, gm_scene *s)
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
  GM_TRY(hash_enriched_rows(c, s));
  GM_TRY(GM_RESIZE(lacks, 0, gm_zones_cells(&s->partition.zones)));
  find_enriched_lacks(s, lacks);
  const gm_status status = fill_enriched_cells(c, s, lacks);
  GM_FREE(lacks);
  if (status == GM_OK) loosen_enriched_grains(c, s);
  return status;
}
