/* A void among grains is filled by as many as are lacking, which move with the field.
 *
 * Discs on a triangular lattice, 2.2 radii apart, of which some lack; in three dimensions
 * spheres on a cubic one.  Points at all places of the lattice, those of the voids
 * included, hold the mass of one disc each, half of it beside grains of half weight; all
 * move with a uniform velocity gradient.
 *
 *   voids    places thrown into a cell are as many as lack, each in its void and clear
 *            of the discs around; none without voids, and no more than are wanted
 *   enrich   as many grains are made as lack, of that mass, in the voids, with the
 *            velocity of the field there; no more than the budget pays for, and none
 *            where points and grains hold the same mass
 */
#include "check.h"
#include "hybrid/conversion.h"
#include <stdlib.h>
#include <string.h>

enum { SIDE = 24, MOST = 800 };

static const double r = 2.0e-3, density = 2600.0, weight = 0.5, nearest = 0.97;

/* Places of the lattice, those of the voids first. */
typedef struct lattice {
  int axes, n, n_voids;
  double cell;
  gm_vec3 x[MOST];
} lattice;

/* Well inside, so that cells that hold one have no room but there. */
static int is_void(int axes, int i, int j, int k)
{
  if (axes > 2)
    return (i == 3 || i == 5) && (j == 3 || j == 5) && (k == 3 || k == 5);
  return i % 5 == 2 && j % 6 == 3 && i > 5 && i < 18 && j > 5 && j < 18;
}

static void place(lattice *l, int axes)
{
  const int side = axes > 2 ? 9 : SIDE;
  const double a = 2.2 * r;
  *l = (lattice){.axes = axes, .cell = axes > 2 ? 4.0 * r : 8.0 * r};
  for (int voids = 1; voids >= 0; --voids) {
    for (int k = 0; k < (axes > 2 ? side : 1); ++k)
      for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i) {
          if (is_void(axes, i, j, k) != voids) continue;
          l->x[l->n++] =
              axes > 2 ? gm_vec(a * (i + 0.3), a * (j + 0.3), a * (k + 0.3))
                       : gm_vec(a * (i + 0.5 * (j % 2) + 0.3),
                                a * (sqrt(0.75) * j + 0.3), 0.0);
        }
    if (voids) l->n_voids = l->n;
  }
}

static gm_vec3 field(gm_vec3 x, int axes)
{
  return gm_vec(0.4 * x.y - 0.1 * x.x, 0.2 * x.y - 0.3 * x.x,
                axes > 2 ? 0.5 * x.x : 0.0);
}

static void make_zones(gm_zones *z, const lattice *l)
{
  const double end = 2.2 * r * (l->axes > 2 ? 9 : SIDE + 1);
  const gm_vec3 high = {end, end, l->axes > 2 ? end : 0.0};
  *z = (gm_zones){0};
  CHECK(gm_zones_init(z, l->axes, l->cell, 2.0 * l->cell, gm_vec(0, 0, 0),
                      high) == GM_OK);
  gm_zones_cover(z, (const int[3]){0, 0, 0}, z->n);
  for (int64_t cell = 0; cell < gm_zones_cells(z); ++cell)
    z->kind[cell] = GM_ZONE_COUPLING;
}

/* The void that x is in, or -1; it must be clear of the discs. */
static int void_of(const lattice *l, gm_vec3 x)
{
  int at = -1;
  for (int k = 0; k < l->n; ++k) {
    const double apart = gm_norm(gm_sub(x, l->x[k]));
    if (k < l->n_voids && apart < 0.5 * r) at = k;
    if (k >= l->n_voids) CHECK(apart >= nearest * 2.0 * r);
  }
  return at;
}

/* ---- voids ------------------------------------------------------------------- */

static double radius_of(const void *how, const double u[2])
{
  (void)how;
  (void)u;
  return r;
}

static int holds_void(const gm_zones *z, const lattice *l, int64_t cell)
{
  int holds = 0;
  for (int k = 0; k < l->n_voids; ++k)
    holds |= gm_zones_find(z, l->x[k]) == cell;
  return holds;
}

/* Spheres thrown into the cells that hold voids, `most` at most in each; `full`: there
 * are discs in the voids too. */
static int throw_all(const lattice *l, bool full, int most)
{
  gm_zones z;
  gm_voids v = {0};
  bool taken[MOST] = {false};
  make_zones(&z, l);
  CHECK(gm_voids_begin(&v, l->n, r) == GM_OK);
  for (int k = full ? 0 : l->n_voids; k < l->n; ++k)
    CHECK(gm_voids_add(&v, l->x[k], r) == GM_OK);
  const int old = v.n;
  for (int64_t cell = 0; cell < gm_zones_cells(&z); ++cell) {
    const gm_voids_fill fill = {.passes = 6,
                                .darts = 64,
                                .factor = nearest,
                                .seed = 7,
                                .item = (uint64_t)cell,
                                .radius = radius_of,
                                .most = most};
    if (!holds_void(&z, l, cell)) continue;
    const int before = v.n;
    CHECK(gm_voids_throw(&v, &z, cell, &fill) == GM_OK);
    CHECK(v.n - before <= most);
  }
  for (int k = old; k < v.n; ++k) {
    const int at = void_of(l, v.sphere[k].x);
    CHECK(at >= 0 && !taken[at]);
    if (at >= 0) taken[at] = true;
  }
  const int found = v.n - old;
  gm_voids_clear(&v);
  gm_zones_clear(&z);
  return found;
}

static void check_voids(int axes)
{
  lattice l;
  place(&l, axes);
  const int full = throw_all(&l, true, 100), all = throw_all(&l, false, 100);
  printf("%d-D: places found: %d in a full lattice, %d of %d voids\n", axes,
         full, all, l.n_voids);
  CHECK(full == 0);
  CHECK(all == l.n_voids);
  CHECK(throw_all(&l, false, 0) == 0);
}

/* ---- enrichment --------------------------------------------------------------- */

typedef struct bed {
  gm_scene scene;
  gm_conversion_state c;
} bed;

static void make(bed *b, const lattice *l, bool whole)
{
  gm_scene *s = &b->scene;
  *b = (bed){.c = {.weight = weight, .every = 1, .budget = 1.0}};
  s->grains.rule = s->materials.rule = (gm_grain_rule){
      l->axes > 2 ? GM_BODY_SPHERE : GM_BODY_DISC, l->axes < 3, 1.0};
  s->domain.min = gm_vec(-1, -1, -1);
  s->domain.max = gm_vec(1, 1, 1);
  s->materials.row[0].density = density;
  s->materials.n = 1;
  s->partition.radius = s->partition.least = s->partition.most = r;
  make_zones(&s->partition.zones, l);
  b->c.was = calloc((size_t)gm_zones_cells(&s->partition.zones), 1);
  memset(b->c.was, GM_ZONE_COUPLING,
         (size_t)gm_zones_cells(&s->partition.zones));
  CHECK(gm_grains_reserve(&s->grains, l->n, 0) == GM_OK);
  CHECK(gm_grains_weigh(&s->grains) == GM_OK);
  CHECK(gm_points_reserve(&s->points, l->n) == GM_OK);
  const double mass = gm_grain_rule_mass(&s->grains.rule, r, density);
  for (int k = 0; k < l->n; ++k) {
    const gm_vec3 x = l->x[k], v = field(x, l->axes), w = {0.0, 0.0, 3.0};
    gm_points_append(&s->points, x, v, mass, mass / density,
                     gm_points_unstrained(), 0.0);
    gm_points_weigh(&s->points, k, 1.0 - weight);
    if (k < l->n_voids && !whole) continue;
    gm_grains_append(&s->grains, k, x, r, density, v, w, 0, 0);
    gm_grains_reweigh(&s->grains, s->grains.n - 1, weight);
  }
}

static void clear(bed *b)
{
  gm_voids_clear(&b->c.points);
  gm_voids_clear(&b->c.grains);
  free(b->c.was);
  gm_partition_clear(&b->scene.partition);
  gm_grains_clear(&b->scene.grains);
  gm_points_clear(&b->scene.points);
}

static void check_enrich(int axes)
{
  lattice l;
  bed b;
  bool taken[MOST] = {false};
  double off = 0.0;
  place(&l, axes);
  make(&b, &l, false);
  const gm_index old = b.scene.grains.n;
  CHECK(gm_enrich_run(&b.c, &b.scene) == GM_OK);
  const gm_grains *g = &b.scene.grains;
  const double each = weight * gm_grain_rule_mass(&g->rule, r, density);
  for (gm_index i = old; i < g->n; ++i) {
    const gm_vec3 x = gm_row_vec(g->g[i].x);
    const int at = void_of(&l, x);
    CHECK(at >= 0 && !taken[at]);
    if (at >= 0) taken[at] = true;
    const gm_vec3 v = gm_row_vec(g->g[i].v);
    off = fmax(off, gm_norm(gm_sub(v, field(x, axes))));
    CHECK_NEAR(g->w[i][2], 3.0, 1.0e-12);
    CHECK_NEAR(gm_grains_mass(g, i), each, 1.0e-12 * each);
  }
  const gm_partition_sums *sums = &b.scene.partition.sums;
  const int made = g->n - old;
  printf("%d-D: %d grains made in %d voids, velocity off by %.1e of the "
         "gradient times a radius\n",
         axes, made, l.n_voids, off / (0.5 * r));
  /* Of few darts in space one may miss. */
  CHECK(made >= (axes > 2 ? l.n_voids - 2 : l.n_voids) && sums->made == made);
  CHECK_NEAR(sums->to_grains, made * each, 1.0e-12);
  CHECK_NEAR(1.0 - b.c.budget, made * each, 1.0e-12);
  CHECK(off < 0.1 * 0.5 * r);
  clear(&b);
  make(&b, &l, true); /* nothing lacks */
  CHECK(gm_enrich_run(&b.c, &b.scene) == GM_OK);
  CHECK(b.scene.grains.n == l.n);
  clear(&b);
  make(&b, &l, false); /* what is owed pays for three */
  b.c.budget = 3.0 * each;
  CHECK(gm_enrich_run(&b.c, &b.scene) == GM_OK);
  CHECK(b.scene.grains.n == old + 3);
  clear(&b);
}

int main(void)
{
  check_voids(2);
  check_voids(3);
  check_enrich(2);
  check_enrich(3);
  return CHECK_REPORT();
}
