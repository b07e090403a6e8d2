/* Advecting a sphere's distance function: first-order upwind and third-order CIP
 * schemes, with re-initialisation by fast sweeping.
 *
 * These are the schemes with which virtual particles are compared
 * (distance_treatments), here on a case with a known solution.  A sphere beside the
 * axis makes a quarter of a revolution on a grid and on one twice as fine, with the
 * same number of cells crossed in each step.  The distance is compared where |d| is
 * less than four cells of the coarse grid.  Then functions with the zero level of a
 * plane and of the sphere are re-initialised: the plane is exact, the sphere has an
 * error below one cell, which halves with the cell size.
 */
#include "base/quat.h"
#include "check.h"
#include "cip.h"
#include "sweep.h"
#include "upwind.h"
#include <stdlib.h>

enum { COARSE = 33 };

typedef struct ball {
  gm_vec3 centre;
  double radius;
} ball;

static gm_query_result ball_field(const void *of, gm_vec3 x)
{
  const ball *b = of;
  const gm_vec3 way = gm_sub(x, b->centre);
  return (gm_query_result){gm_norm(way) - b->radius, gm_unit(way), 0, 0, 0};
}

static gm_query_result plane_field(const void *of, gm_vec3 x)
{
  const gm_vec3 *n = of;
  return (gm_query_result){gm_dot(*n, x), *n, 0, 0, 0};
}

/* Root mean square error where the distance is less than `reach`, and no cell is within
 * `rim` of the end of the grid. */
static double error(const grid *g, grid_field *field, const void *of,
                    double reach, double rim)
{
  double sum = 0.0;
  long n = 0;
  for (int i = 0; i < g->n; ++i) {
    for (int j = 0; j < g->n; ++j) {
      for (int k = 0; k < g->n; ++k) {
        const gm_vec3 x = grid_place(g, i, j, k);
        const double d = field(of, x).distance, wide = -g->low - rim;
        if (fabs(d) > reach || fabs(x.x) > wide || fabs(x.y) > wide ||
            fabs(x.z) > wide)
          continue;
        sum +=
            (g->f[grid_row(g, i, j, k)] - d) * (g->f[grid_row(g, i, j, k)] - d);
        ++n;
      }
    }
  }
  return sqrt(sum / (double)n);
}

typedef void advection(const grid *, grid *, double, grid_field *,
                       const void *);

/* After a quarter of a revolution. */
static double carried(int n, advection *scheme, int derivatives)
{
  const double h = 1.0 / (n - 1);
  const gm_vec3 start = {0.18, 0.0, 0.05};
  const int steps = 3 * (n - 1);
  grid now = grid_make(n, h, derivatives), next = grid_make(n, h, derivatives);
  ball b = {start, 0.22};
  grid_fill(&now, ball_field, &b);
  for (int k = 1; k <= steps; ++k) {
    const double turned = 0.5 * GM_PI * k / steps;
    b.centre =
        gm_quat_rotate(gm_quat_rotation(gm_vec(0.0, 0.0, turned)), start);
    scheme(&now, &next, 0.5 * GM_PI / steps, ball_field, &b);
    const grid old = now;
    now = next;
    next = old;
  }
  const double e = error(&now, ball_field, &b, 4.0 / (COARSE - 1), 0.0);
  grid_clear(&now);
  grid_clear(&next);
  return e;
}

static void check_order(const char *name, advection *scheme, int derivatives,
                        double order)
{
  const double coarse = carried(COARSE, scheme, derivatives);
  const double fine = carried(2 * COARSE - 1, scheme, derivatives);
  printf("%-8s error %.2e and %.2e, order %.2f\n", name, coarse, fine,
         log2(coarse / fine));
  CHECK_NEAR(log2(coarse / fine), order,
             0.4); /* of two grids that are coarse */
}

/* Re-initialise the field times 3 2^(grows x). */
static double mended(int n, grid_field *field, const void *of, double grows,
                     double reach, double rim)
{
  grid g = grid_make(n, 1.0 / (n - 1), 0);
  grid_fill(&g, field, of);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k)
        g.f[grid_row(&g, i, j, k)] *=
            3.0 * exp2(grows * grid_place(&g, i, j, k).x);
    }
  }
  CHECK(sweep_again(&g));
  const double e = error(&g, field, of, reach, rim);
  grid_clear(&g);
  return e;
}

int main(void)
{
  check_order("upwind", upwind_advect, 0, 1.0);
  check_order("CIP", cip_advect, 7, 3.0);
  const ball b = {{0.05, 0.02, -0.03}, 0.3};
  const double coarse = mended(COARSE, ball_field, &b, 2.0, 0.15, 0.0);
  const double fine = mended(2 * COARSE - 1, ball_field, &b, 2.0, 0.15, 0.0);
  printf("swept    error %.2e and %.2e, order %.2f\n", coarse, fine,
         log2(coarse / fine));
  CHECK(coarse < 1.0 / (COARSE - 1));
  CHECK_NEAR(log2(coarse / fine), 1.0, 0.4);
  const gm_vec3 n = gm_unit(gm_vec(1.0, 2.0, 3.0));
  const double plane = mended(COARSE, plane_field, &n, 0.0, 0.1, 0.25);
  printf("plane    error %.2e\n", plane);
  CHECK(plane < 1.0e-9); /* what the grid's ends do fades */
  return CHECK_REPORT();
}
