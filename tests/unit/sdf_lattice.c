/* A lattice stores a site exactly where the distance lies in the narrow band.
 *
 * Every grid point of the bounds is compared with the field: it is stored if and only if
 * its distance lies in the band, with that distance to half a fixed-point step.  Table
 * and hash, on one, two and three threads.
 */
#include "base/memory.h"
#include "check.h"
#include "import/assemble.h"
#include "query/distance.h"
#include "random.h"
#include "sdf/interpolate.h"
#include "sdf/lattice.h"
#include "sdf/lattice_build.h"
#include "solids.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static gm_query_result sphere(const void *of, gm_vec3 y)
{
  const double r = *(const double *)of, l = gm_norm(y);
  const gm_vec3 g = gm_scale(1.0 / fmax(l, 1.0e-300), y);
  return (gm_query_result){l - r, g, 0, 0, 0};
}

/* A field in the box of half width h around the origin. */
static gm_field field_in(double h, const void *of,
                         gm_query_result (*query)(const void *of, gm_vec3 y))
{
  const gm_vec3 high = {h, h, h};
  return (gm_field){
      .query = query, .of = of, .min = gm_scale(-1.0, high), .max = high};
}

/* Index of the brick of site i along an axis; the last brick also owns the outermost
 * sites. */
static gm_index brick_of(gm_index i, gm_index bricks)
{
  return i / 8 < bricks ? i / 8 : bricks - 1;
}

/* The site at a grid point, or null; then *side is OVER or UNDER. */
static const gm_site *site_at(const gm_lattice *l, gm_index i, gm_index j,
                              gm_index k, gm_index *side)
{
  const gm_index x = brick_of(i, l->size[0]), y = brick_of(j, l->size[1]),
                 z = brick_of(k, l->size[2]);
  const gm_index brick =
      gm_lattice_brick(l, ((int64_t)x * l->size[1] + y) * l->size[2] + z);
  *side = brick;
  if (brick < 0) return NULL;
  const gm_brick *b = &l->brick[brick];
  const uint32_t word = b->row[9 * (i - 8 * x) + j - 8 * y];
  const int m = k - 8 * z;
  *side = word >> (9 + m) & 1 ? GM_LATTICE_UNDER : GM_LATTICE_OVER;
  if (!(word >> m & 1)) return NULL;
  return &l->site[b->first + (word >> 18) +
                  (uint32_t)__builtin_popcount(word & ((1u << m) - 1))];
}

static void check_all(const char *name, const gm_lattice *l, const gm_field *f)
{
  long wrong_place = 0, wrong_side = 0;
  size_t found = 0;
  double off = 0.0, turn = 0.0;
  for (gm_index i = 0; i <= 8 * l->size[0]; ++i) {
    for (gm_index j = 0; j <= 8 * l->size[1]; ++j) {
      for (gm_index k = 0; k <= 8 * l->size[2]; ++k) {
        const gm_query_result p = f->query(f->of, gm_lattice_place(l, i, j, k));
        gm_index side;
        const gm_site *s = site_at(l, i, j, k, &side);
        const int in = p.distance >= l->low && p.distance <= l->high;
        wrong_place += in != (s != NULL);
        if (!in) {
          const gm_index expected =
              p.distance < l->low ? GM_LATTICE_UNDER : GM_LATTICE_OVER;
          wrong_side += side != expected;
        }
        if (!s || !in) continue;
        ++found;
        off = fmax(off, fabs(gm_lattice_distance(l, s) - p.distance));
        const gm_vec3 n = {(double)s->normal[0], (double)s->normal[1],
                           (double)s->normal[2]};
        turn = fmax(turn, gm_norm(gm_sub(n, p.gradient)));
      }
    }
  }
  const double n = (double)l->n_sites;
  printf("%-16s %7zu sites, %5d bricks of %7lld, %s, %.2f bytes a site, "
         "off by %.1e D\n",
         name, l->n_sites, l->n_bricks,
         (long long)l->size[0] * l->size[1] * l->size[2],
         l->key ? "hash " : "table", (double)gm_lattice_bytes(l) / n,
         off / l->spacing);
  CHECK(wrong_place == 0);
  CHECK(wrong_side == 0);
  CHECK(found == l->n_sites);
  CHECK(off <= 0.5001 * l->step);
  CHECK(turn < 1.1e-7); /* three floats */
}

/* --- analytic fields ------------------------------------------------------ */

/* Two distant balls: few bricks in large bounds. */
static gm_query_result balls(const void *of, gm_vec3 y)
{
  const double *r = of;
  const gm_query_result a = sphere(r, gm_sub(y, gm_vec(0.6, 0.6, 0.6)));
  const gm_query_result b = sphere(r, gm_add(y, gm_vec(0.6, 0.6, 0.6)));
  return a.distance < b.distance ? a : b;
}

static void check_sphere(void)
{
  const double r = 0.02;
  const gm_field f = field_in(r, &r, sphere);
  gm_lattice l;
  const gm_vec3 phase = {0.1e-3, 0.2e-3, -0.3e-3};
  CHECK(gm_lattice_build(&l, &f, 1.0e-3, phase, -1.0e-3, 2.0e-3) == GM_OK);
  check_all("sphere", &l, &f);
  CHECK(l.key == NULL);
  /* one site lies at `phase` plus whole spacings */
  const double steps = (phase.x - l.origin.x) / l.spacing;
  CHECK_NEAR(steps - round(steps), 0.0, 1.0e-12);
  gm_lattice_clear(&l);
  CHECK(l.site == NULL && l.n_sites == 0);
  /* bands entirely outside, entirely inside, and of the smallest width */
  static const double band[3][2] = {{0.3, 2.5}, {-4.0, -2.0}, {-0.8, 0.94}};
  for (int k = 0; k < 3; ++k) {
    CHECK(gm_lattice_build(&l, &f, 1.0e-3, phase, 1e-3 * band[k][0],
                           1e-3 * band[k][1]) == GM_OK);
    check_all("sphere, bands", &l, &f);
    gm_lattice_clear(&l);
  }
}

/* An infinite plane is cut by its bounds; within them every site is stored and counted.
 */
static gm_query_result slope(const void *of, gm_vec3 y)
{
  const gm_vec3 *n = of;
  return (gm_query_result){gm_dot(*n, y), *n, 0, 0, 0};
}

static void check_cut(void)
{
  const gm_vec3 n = {0.36, 0.48, 0.8};
  const gm_field f = field_in(0.01, &n, slope);
  gm_lattice l;
  CHECK(gm_lattice_build(&l, &f, 1.0e-3, gm_vec(0, 0, 0), -1.0e-3, 2.0e-3) ==
        GM_OK);
  check_all("plane, cut", &l, &f);
  gm_lattice_clear(&l);
}

static void check_hash(void)
{
  const double r = 0.03, e = 0.6 + r;
  const gm_field f = field_in(e, &r, balls);
  gm_lattice l;
  const gm_vec3 phase = {0.0, 0.0, 0.0};
  CHECK(gm_lattice_build(&l, &f, 4.0e-3, phase, -6.0e-3, 8.0e-3) == GM_OK);
  check_all("two balls", &l, &f);
  CHECK(l.key != NULL);
  gm_lattice_clear(&l);
}

/* --- meshes --------------------------------------------------------------- */

typedef struct body {
  gm_surface surface;
  gm_distance *distance;
  gm_field field;
} body;

static void make(body *b, solid k)
{
  gm_surface_init(&b->surface);
  CHECK(gm_assemble_corners(&b->surface, k.corner, k.n, "made") == GM_OK);
  free(k.corner);
  CHECK(gm_distance_create(&b->surface, NULL, &b->distance) == GM_OK);
  b->field = (gm_field){.query = gm_distance_query,
                        .of = b->distance,
                        .min = b->surface.min,
                        .max = b->surface.max};
}

static void clear(body *b)
{
  gm_distance_free(&b->distance);
  gm_surface_clear(&b->surface);
}

/* Compares points in the band with the exact distance; `bound` is in spacings. */
static void ask_near(const body *b, const gm_lattice *l, double bound)
{
  double worst = 0.0;
  long complete = 0, missing = 0;
  for (int k = 0; k < 20000; ++k) {
    const gm_vec3 a = b->surface.min, c = b->surface.max;
    const double e = l->high;
    const gm_vec3 y = {random_between(a.x - e, c.x + e),
                       random_between(a.y - e, c.y + e),
                       random_between(a.z - e, c.z + e)};
    const double d = gm_distance_nearest(b->distance, y).distance;
    const gm_interpolated r = gm_interpolate_half_taylor(l, y);
    const double diagonal = sqrt(3.0) * l->spacing;
    const gm_cell_state state_at = gm_interpolate_state(r.corners, r.under);
    if (d > l->low + diagonal && d < l->high - diagonal) {
      missing += state_at != GM_CELL_COMPLETE;
    }
    if (d > l->high + diagonal) missing += state_at != GM_CELL_OVER;
    if (d < l->low - diagonal) missing += state_at != GM_CELL_UNDER;
    if (state_at != GM_CELL_COMPLETE) {
      CHECK(r.distance == INFINITY && gm_norm(r.gradient) == 0.0);
      continue;
    }
    ++complete;
    worst = fmax(worst, fabs(r.distance - d) / l->spacing);
  }
  printf("  %ld points in the band, off by at most %.1e D\n", complete, worst);
  CHECK(missing == 0);
  CHECK(complete > 500);
  CHECK(worst < bound);
}

static void check_meshes(void)
{
  const gm_vec3 phase = {0.0, 0.0, 0.0};
  gm_lattice l;
  body b;
  make(&b, solid_sphere(gm_vec(0.5, 0.2, 0.1), 0.02, 4));
  CHECK(gm_lattice_build(&l, &b.field, 1e-3, phase, -1.8e-3, 3.0e-3) == GM_OK);
  check_all("mesh of a sphere", &l, &b.field);
  /* facets of 1.6 D meet at 4 degrees: the field has kinks of 0.08 inside cells */
  ask_near(&b, &l, 0.02);
  gm_lattice_clear(&l);
  clear(&b);

  make(&b, solid_box(gm_vec(0.0, 0.0, 0.0), gm_vec(0.04, 0.03, 0.02)));
  CHECK(gm_lattice_build(&l, &b.field, 1e-3, phase, -2.0e-3, 4.0e-3) == GM_OK);
  check_all("mesh of a box", &l, &b.field);
  /* inside a box the field has kinks; the error of a cell across one is a fraction of
   * D */
  ask_near(&b, &l, 0.3);
  /* over the centre of a face the field is linear */
  double worst = 0.0;
  for (int k = 0; k < 2000; ++k) {
    const gm_vec3 y = {random_between(0.01, 0.03), random_between(0.01, 0.02),
                       0.02 + random_between(-0.2e-3, 2.2e-3)};
    const gm_interpolated r = gm_interpolate_half_taylor(&l, y);
    CHECK(r.corners == 8);
    worst = fmax(worst, fabs(r.distance - (y.z - 0.02)) / l.spacing);
    worst = fmax(worst, gm_norm(gm_sub(r.gradient, gm_vec(0, 0, 1))));
  }
  printf("  over a face: off by %.1e D\n", worst);
  CHECK(worst < 3.0e-9); /* two fixed-point steps for a band of 6 D */
  gm_lattice_clear(&l);
  clear(&b);
}

/* Points deep inside, far outside, beyond the bounds and at the edges of the band. */
static void check_states(void)
{
  const double r = 20.0;
  const gm_field f = field_in(r, &r, sphere);
  gm_lattice l;
  CHECK(gm_lattice_build(&l, &f, 1.0, gm_vec(0, 0, 0), -1.0, 2.0) == GM_OK);
  static const struct {
    double x;
    gm_cell_state state;
  } at[] = {{0.25, GM_CELL_UNDER},    {16.5, GM_CELL_UNDER},
            {18.5, GM_CELL_PARTIAL},  {20.5, GM_CELL_COMPLETE},
            {22.1, GM_CELL_PARTIAL},  {24.0, GM_CELL_OVER},
            {1.0e300, GM_CELL_OVER},  {-20.5, GM_CELL_COMPLETE},
            {-1.0e300, GM_CELL_OVER}, {NAN, GM_CELL_OVER},
            {INFINITY, GM_CELL_OVER}};
  for (size_t k = 0; k < sizeof at / sizeof at[0]; ++k) {
    const gm_interpolated a =
        gm_interpolate_half_taylor(&l, gm_vec(at[k].x, 0.5, 0.5));
    printf("x = %8g: %d corners, %d under\n", at[k].x, a.corners, a.under);
    CHECK(gm_interpolate_state(a.corners, a.under) == at[k].state);
  }
  /* missing corners at the inner edge count as below the band, those at the outer edge
   * do not */
  CHECK(gm_interpolate_half_taylor(&l, gm_vec(18.5, 0.5, 0.5)).under > 0);
  CHECK(gm_interpolate_half_taylor(&l, gm_vec(22.1, 0.5, 0.5)).under == 0);
  gm_lattice_clear(&l);
}

/* --- the same bits -------------------------------------------------------- */

static int same(const gm_lattice *a, const gm_lattice *b)
{
  const size_t all =
      (size_t)a->size[0] * (size_t)a->size[1] * (size_t)a->size[2];
  return a->n_sites == b->n_sites && a->n_stored == b->n_stored &&
         a->n_bricks == b->n_bricks && !a->key && !b->key &&
         memcmp(a->site, b->site, a->n_stored * sizeof *a->site) == 0 &&
         memcmp(a->brick, b->brick, (size_t)a->n_bricks * sizeof *a->brick) ==
             0 &&
         memcmp(a->table, b->table, all * sizeof *a->table) == 0;
}

static void check_threads(void)
{
  body b;
  make(&b, solid_torus(0.03, 0.01, 48, 24));
  gm_lattice l[3];
  const int before = omp_get_max_threads();
  for (int t = 0; t < 3; ++t) {
    omp_set_num_threads(t + 1);
    const double start = omp_get_wtime();
    CHECK(gm_lattice_build(&l[t], &b.field, 0.7e-3, gm_vec(0, 0, 0), -1e-3,
                           2e-3) == GM_OK);
    printf("torus, %d thread(s): %zu sites in %.2f s\n", t + 1, l[t].n_sites,
           omp_get_wtime() - start);
  }
  omp_set_num_threads(before);
  CHECK(l[0].n_sites > 10000);
  CHECK(same(&l[0], &l[1]) && same(&l[0], &l[2]));
  /* the comparison notices a single bit */
  l[1].site[l[1].n_stored / 2].distance ^= 1;
  CHECK(!same(&l[0], &l[1]));
  for (int t = 0; t < 3; ++t)
    gm_lattice_clear(&l[t]);
  clear(&b);
}

/* --- what is refused ------------------------------------------------------ */

static gm_query_result no_number(const void *of, gm_vec3 y)
{
  gm_query_result p = sphere(of, y);
  if (y.x > 0.0195 && y.y > 0.0) p.distance = NAN;
  return p;
}

static void refuse(const gm_field *f, double spacing, double low, double high,
                   gm_status expected, const char *word)
{
  gm_lattice l;
  const size_t held = gm_memory_bytes();
  CHECK(gm_lattice_build(&l, f, spacing, gm_vec(0, 0, 0), low, high) ==
        expected);
  printf("%s\n", gm_status_message());
  CHECK(strstr(gm_status_message(), word) != NULL);
  CHECK(gm_memory_bytes() == held && l.site == NULL && l.n_sites == 0);
}

static void check_refused(void)
{
  const double r = 0.02;
  gm_field f = field_in(r, &r, sphere);
  refuse(&f, 0.0, -1e-3, 1e-3, GM_ERR_INPUT, "spacing");
  refuse(&f, NAN, -1e-3, 1e-3, GM_ERR_INPUT, "spacing");
  refuse(&f, 1.0e-3, -0.8e-3, 0.9e-3, GM_ERR_INPUT, "narrower");
  refuse(&f, 1.0e-3, 1.0e-3, -1.0e-3, GM_ERR_INPUT, "narrower");
  refuse(&f, 1.0e-6, -1.0e-3, 1.0e-3, GM_ERR_INPUT, "a spacing of 8.5e-06 m");
  refuse(&f, 1.0e-3, -0.05, -0.03, GM_ERR_INPUT, "no virtual particle");
  f.query = no_number;
  refuse(&f, 1.0e-3, -1.0e-3, 1.0e-3, GM_ERR_NUMBER, "not a finite number");
}

static void check_memory(void)
{
  const double r = 0.02;
  const gm_field f = field_in(r, &r, sphere);
  const size_t held = gm_memory_bytes();
  int failures = 0;
  for (size_t n = 1; n < 100; ++n) {
    gm_lattice l;
    gm_memory_fail_at(n);
    const gm_status status =
        gm_lattice_build(&l, &f, 1e-3, gm_vec(0, 0, 0), -1e-3, 1e-3);
    gm_memory_fail_at(0);
    gm_lattice_clear(&l);
    CHECK(gm_memory_bytes() == held);
    if (status == GM_OK) break;
    ++failures;
    CHECK(status == GM_ERR_MEMORY);
  }
  printf("%d allocations failed in turn\n", failures);
  CHECK(failures > 5 && failures < 99);
}

int main(void)
{
  check_sphere();
  check_cut();
  check_hash();
  check_meshes();
  check_states();
  check_threads();
  check_refused();
  check_memory();
  return CHECK_REPORT();
}
