/* Solid fractions are those of the grains in the window, and a disc and a ball of
 * densely packed grains have their depth.
 *
 * Areas of a disc in a rectangle agree with 4 million sample points.  The surface of
 * a bed of fraction f, by a window of width w, lies (1/2 - 0.2 / f) w outside the
 * line through its outermost grains; the depth of exact shapes is met within 1.2
 * diameters, a third on average.
 */
#include "base/random.h"
#include "check.h"
#include "hybrid/packing.h"
#include "points/level.h"

static void check_area(void)
{
  double worst = 0.0;
  for (int n = 0; n < 40; ++n) {
    double u[4], v[4];
    gm_random_uniform(5, (uint64_t)n, 0, u);
    gm_random_uniform(5, (uint64_t)n, 1, v);
    const double x0 = -1.2 + 1.6 * u[0], x1 = x0 + 1.6 * u[1];
    const double y0 = -1.2 + 1.6 * u[2], y1 = y0 + 1.6 * v[0];
    const int m = 2000;
    int64_t hits = 0;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) {
        const double x = x0 + (x1 - x0) * (i + 0.5) / m;
        const double y = y0 + (y1 - y0) * (j + 0.5) / m;
        hits += x * x + y * y < 1.0;
      }
    const double sampled = (x1 - x0) * (y1 - y0) * (double)hits / m / m;
    const double area =
        gm_packing_area(0.3, -0.2, 1.0, x0 + 0.3, x1 + 0.3, y0 - 0.2, y1 - 0.2);
    worst = fmax(worst, fabs(area - sampled));
  }
  printf("area of a disc in a rectangle: largest difference %.1e\n", worst);
  CHECK(worst < 2.0e-4); /* of the sampling */
  CHECK_NEAR(gm_packing_area(0.0, 0.0, 1.0, -2.0, 2.0, -2.0, 2.0), GM_PI,
             1e-14);
  CHECK_NEAR(gm_packing_area(0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 2.0), GM_PI / 4,
             1e-14);
  CHECK_NEAR(gm_packing_area(0.0, 0.0, 1.0, -2.0, 2.0, 0.5, 2.0),
             acos(0.5) - 0.5 * sqrt(0.75), 1e-14);
}

static const double d = 1.0; /* m  of the grains */

/* Grains on a triangular or a face-centred lattice, within `radius` of the origin. */
static void lay_grains(gm_grains *g, int axes, double radius)
{
  const int m = (int)(radius / d * 2.0) + 2;
  CHECK(gm_grains_reserve(g, 200000, 0) == GM_OK);
  for (int k = axes > 2 ? -m : 0; k <= (axes > 2 ? m : 0); ++k)
    for (int j = -m; j <= m; ++j)
      for (int i = -m; i <= m; ++i) {
        gm_vec3 x = {d * (i + 0.5 * (j & 1)), d * j * sqrt(0.75), 0.0};
        if (axes > 2) {
          if ((i + j + k) & 1) continue;
          x = gm_vec(i * d * sqrt(0.5), j * d * sqrt(0.5), k * d * sqrt(0.5));
        }
        if (gm_norm(x) > radius - 0.5 * d) continue;
        gm_grains_append(g, g->n, x, 0.5 * d, 1.0, gm_vec(0, 0, 0),
                         gm_vec(0, 0, 0), 0, 0);
      }
}

static void check_shape(int axes)
{
  const double radius = axes > 2 ? 12.0 : 20.0, window = 2.2 * d;
  const double fraction = axes > 2 ? 0.7405 : 0.9069;
  const double surface = radius + (0.5 - 0.2 / fraction) * window - 0.25 * d;
  const gm_vec3 high = {radius + 4.0, radius + 4.0, radius + 4.0};
  const gm_packing_points none = {0};
  gm_grains g = {.rule = {.flat = axes < 3}};
  gm_zones z;
  gm_level level = {0};
  double most = 0.0, sum = 0.0, middle = 0.0;
  int n = 0, deep = 0;
  lay_grains(&g, axes, radius);
  CHECK(gm_zones_init(&z, axes, 2.0 * d, 8.0, gm_scale(-1.0, high), high) ==
        GM_OK);
  CHECK(gm_packing_fill(&z, &g, none, window) == GM_OK);
  CHECK(gm_level_build(&level, &z, 0.2, 0) == GM_OK);
  for (int k = 0; k < z.nodes[2]; ++k)
    for (int j = 0; j < z.nodes[1]; ++j)
      for (int i = 0; i < z.nodes[0]; ++i) {
        const gm_vec3 x = gm_vec(z.origin.x + i * d, z.origin.y + j * d,
                                 axes > 2 ? z.origin.z + k * d : 0.0);
        const double depth = z.distance[i + z.nodes[0] * (j + z.nodes[1] * k)];
        const double exact = surface - gm_norm(x);
        if (exact < 0.0 || exact > 7.0) continue;
        most = fmax(most, fabs(depth - exact));
        sum += depth - exact;
        ++n;
      }
  for (int k = 0; k < z.level[2]; ++k)
    for (int j = 0; j < z.level[1]; ++j)
      for (int i = 0; i < z.level[0]; ++i) {
        const gm_vec3 x =
            gm_vec(z.origin.x + (i + 0.5) * d, z.origin.y + (j + 0.5) * d,
                   axes > 2 ? z.origin.z + (k + 0.5) * d : 0.0);
        if (gm_norm(x) > radius - 3.0) continue;
        middle += z.packing[i + z.level[0] * (j + z.level[1] * k)];
        ++deep;
      }
  printf("%d-D, %d grains: fraction %.4f (%.4f), depth off by %.3f d at most, "
         "%+.3f d on average\n",
         axes, g.n, middle / deep, fraction, most, sum / n);
  CHECK_NEAR(middle / deep, fraction, 0.01 * fraction);
  CHECK(most < 1.2 * d);
  CHECK_NEAR(sum / n, 0.0, 0.35 * d); /* grains stand on a lattice */
  gm_level_clear(&level);
  gm_zones_clear(&z);
  gm_grains_clear(&g);
}

/* Area of all: level cells have a width of 1. */
static double sum_of(const gm_zones *z)
{
  double sum = 0.0;
  for (int c = 0; c < gm_zones_level_cells(z); ++c)
    sum += z->packing[c];
  return sum;
}

/* One point makes the cells dense that its window touches, and no others.  One that
 * shares the material with grains counts with the area of its mass, a grain with its
 * weight. */
static void check_point(void)
{
  gm_zones z;
  gm_grains g = {.rule = {.flat = 1}};
  const double x[4] = {0.15, 0.15, 0.0, 0.5}; /* m, kg */
  const gm_vec3 high = {5.0, 5.0, 0.0};
  const double whole = 1.0, half = 0.5;
  const gm_packing_points one = {x, &whole, 4, 1, 0.8};
  const gm_packing_points shared = {x, &half, 4, 1, 0.8};
  CHECK(gm_zones_init(&z, 2, 2.0, 5.0, gm_scale(-1.0, high), high) == GM_OK);
  CHECK(gm_packing_fill(&z, &g, one, 2.2) == GM_OK);
  int dense = 0;
  for (int c = 0; c < gm_zones_level_cells(&z); ++c)
    dense += z.packing[c] == 1.0;
  CHECK(dense == 9); /* from -0.95 to 1.25: cells of width 1 from -1 to 2 */
  CHECK(gm_packing_fill(&z, &g, shared, 2.2) == GM_OK);
  CHECK_NEAR(sum_of(&z), 0.8 * 0.5, 1e-14);
  CHECK(gm_grains_reserve(&g, 1, 0) == GM_OK);
  gm_grains_append(&g, 0, gm_vec(1.1, 0.4, 0.0), 0.3, 1.0, gm_vec(0, 0, 0),
                   gm_vec(0, 0, 0), 0, 0);
  CHECK(gm_grains_weigh(&g) == GM_OK);
  CHECK(gm_packing_fill(&z, &g, (gm_packing_points){0}, 2.0) == GM_OK);
  const double disc = sum_of(&z);
  CHECK_NEAR(disc, GM_PI * 0.09, 1e-14); /* the window is two cells wide */
  gm_grains_reweigh(&g, 0, 0.25);
  CHECK(gm_packing_fill(&z, &g, (gm_packing_points){0}, 2.0) == GM_OK);
  CHECK_NEAR(sum_of(&z), 0.25 * disc, 1e-14);
  gm_grains_clear(&g);
  gm_zones_clear(&z);
}

int main(void)
{
  check_area();
  check_shape(2);
  check_shape(3);
  check_point();
  return CHECK_REPORT();
}
