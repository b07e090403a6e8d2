/* The depth below a surface is that of exact shapes, and zones change by way of
 * coupling.
 *
 * Fractions that fall linearly with the distance from a circle and a sphere cross the
 * threshold where they should, so the depth errs by the chord of the gaps between the
 * crossings alone: at the surface by half the diagonal of a level cell at most, a
 * spacing s inside by about half of that, and less the deeper.  Then a disc shrinks
 * and grows: no cell changes between discrete and continuum at once.
 */
#include "check.h"
#include "points/level.h"

static gm_vec3 cell_centre(const gm_zones *z, int i, int j, int k)
{
  const double s = 0.5 * z->cell;
  return gm_vec(z->origin.x + s * (i + 0.5), z->origin.y + s * (j + 0.5),
                z->axes > 2 ? z->origin.z + s * (k + 0.5) : 0.0);
}

static double ball_packing(gm_vec3 x, double radius)
{
  return fmin(fmax(0.2 + 0.3 * (radius - gm_norm(x)), 0.0), 0.6);
}

static void lay_ball(gm_zones *z, double radius)
{
  const int from[3] = {0, 0, 0};
  gm_zones_cover(z, from, z->n);
  for (int k = 0; k < z->level[2]; ++k)
    for (int j = 0; j < z->level[1]; ++j)
      for (int i = 0; i < z->level[0]; ++i)
        z->packing[i + z->level[0] * (j + z->level[1] * k)] =
            ball_packing(cell_centre(z, i, j, k), radius);
}

/* Largest and mean error of the depth, inside. */
static void errors_of(const gm_zones *z, double radius, double *most,
                      double *mean)
{
  const double s = 0.5 * z->cell;
  double sum = 0.0;
  int n = 0;
  *most = 0.0;
  for (int k = 0; k < z->nodes[2]; ++k)
    for (int j = 0; j < z->nodes[1]; ++j)
      for (int i = 0; i < z->nodes[0]; ++i) {
        const gm_vec3 x = gm_vec(z->origin.x + s * i, z->origin.y + s * j,
                                 z->axes > 2 ? z->origin.z + s * k : 0.0);
        const double depth =
            z->distance[i + z->nodes[0] * (j + z->nodes[1] * k)];
        const double exact = radius - gm_norm(x);
        if (exact > z->reach - s || exact < -z->reach + s) {
          CHECK(fabs(depth) > z->reach - 3.0 * s);
          continue;
        }
        if (fabs(exact) > 0.25 * s) CHECK((depth > 0.0) == (exact > 0.0));
        CHECK(fabs(depth - exact) < 0.51 * sqrt(z->axes) * s);
        if (exact > s) *most = fmax(*most, fabs(depth - exact));
        sum += fabs(depth - exact);
        ++n;
      }
  *mean = sum / n;
}

static void check_depth(int axes)
{
  const double radius = 1.0;
  double before = 0.0;
  printf("%d dimensions: spacing   largest, mean error over the spacing\n",
         axes);
  for (int n = 8; n <= (axes > 2 ? 16 : 32); n *= 2) {
    gm_zones z;
    gm_level level = {0};
    double most, mean;
    const gm_vec3 high = {1.413, 1.413, 1.413};
    CHECK(gm_zones_init(&z, axes, 2.0 / n, 0.5, gm_scale(-1.0, high), high) ==
          GM_OK);
    lay_ball(&z, radius);
    CHECK(gm_level_build(&level, &z, 0.2, 0) == GM_OK);
    const double s = 0.5 * z.cell;
    errors_of(&z, radius, &most, &mean);
    printf("%25.4f   %.3f  %.4f\n", s, most / s, mean / s);
    CHECK(most < 0.27 * sqrt(axes) * s && mean < 0.2 * s);
    if (before > 0.0) CHECK(mean < 0.7 * before);
    before = mean;
    gm_level_clear(&level);
    gm_zones_clear(&z);
  }
}

static void check_changes(void)
{
  gm_zones z;
  gm_level level = {0};
  uint8_t was[64 * 64] = {0};
  const gm_vec3 high = {1.5, 1.5, 0.0};
  const double radii[] = {1.4, 1.4, 1.4, 0.4, 0.4, 0.4, 1.3, 1.3, 0.9, 1.3};
  int direct = 0, seen = 0;
  CHECK(gm_zones_init(&z, 2, 0.1, 0.6, gm_scale(-1.0, high), high) == GM_OK);
  for (int n = 0; n < 10; ++n) {
    int count[3] = {0, 0, 0};
    lay_ball(&z, radii[n]);
    CHECK(gm_level_build(&level, &z, 0.2, 0) == GM_OK);
    gm_zones_renew(&z, 0.25, 0.05);
    for (int c = 0; c < gm_zones_cells(&z); ++c) {
      direct += was[c] + z.kind[c] == GM_ZONE_CONTINUUM && was[c] != z.kind[c];
      ++count[z.kind[c]];
      was[c] = z.kind[c];
    }
    printf("radius %.1f: %4d discrete, %4d coupling, %4d continuum\n", radii[n],
           count[0], count[1], count[2]);
    seen += count[GM_ZONE_CONTINUUM] > 100;
    CHECK(n > 0 || count[GM_ZONE_CONTINUUM] == 0);
    /* Settled: a ring as wide as the zone and a cell on either side at most. */
    if (n == 2) CHECK(count[1] < 2.0 * GM_PI * 1.15 * 0.35 / 0.01);
  }
  printf("%d cells changed at once\n", direct);
  CHECK(direct == 0);
  CHECK(seen >= 4);
  /* A cell that the material has left is discrete. */
  const int nothing[3] = {0, 0, 0};
  gm_zones_cover(&z, nothing, nothing);
  for (int c = 0; c < gm_zones_cells(&z); ++c)
    CHECK(z.kind[c] == GM_ZONE_DISCRETE);
  CHECK(gm_zones_at(&z, gm_vec(9.0, 0.0, 0.0)) == GM_ZONE_DISCRETE);
  gm_level_clear(&level);
  gm_zones_clear(&z);
}

int main(void)
{
  check_depth(2);
  check_depth(3);
  check_changes();
  return CHECK_REPORT();
}
