/* Virtual particles keep the distance from a body that turns, while a distance that is
 * advected on a fixed grid loses its accuracy.
 *
 * A pitched blade turns about its axis; its distance is known in closed form.  The
 * distance is evaluated in every step at the same points, which are fixed to the blade:
 *
 *   virtual particles   it stays the same up to the rounding of poses, 1e-12 of the blade
 *   first-order upwind  its error grows, to a hundred times that of virtual particles in
 *                       one revolution
 *   CIP                 its error is between the two; re-initialisation makes it jump
 *   time series         distances are interpolated linearly between stored instants; the
 *                       error falls as the square of their interval
 *
 * The four treatments are those that the original description of the method (JP 6671064
 * B2) names as conventional; tests/bench/treatments measures them.
 */
#include "check.h"
#include "plot.h"
#include "treatments.h"

enum { NODES = 40, STEPS = 240, GRAINS = 400 };

static gm_vec3 y[GRAINS];

/* Distances of all grains now. */
static void ask(const treatment *t, double *d)
{
  gm_vec3 x[GRAINS];
  const gm_quat q = paddle_turned(t->p, t->step);
  for (int k = 0; k < GRAINS; ++k)
    x[k] = gm_quat_rotate(q, y[k]);
  treatment_ask(t, x, GRAINS, d);
}

/* Root mean square errors at the quarters of a revolution, in spacings, and the largest
 * change of a distance in it, in m. */
static double follow(const paddle *p, const char *name, FILE *plot,
                     double rms[5])
{
  treatment t;
  double first[GRAINS], last[GRAINS], largest, change = 0.0;
  treatment_begin(&t, treatments_find(name), p);
  ask(&t, first);
  for (int k = 0; k <= STEPS; ++k) {
    if (k) treatment_advance(&t);
    double e;
    if (k % (STEPS / 24)) continue;
    treatment_errors(&t, y, GRAINS, &e, &largest);
    if (k) plot_point(plot, name, (double)k / STEPS, e);
    if (k % (STEPS / 4) == 0) rms[4 * k / STEPS] = e;
  }
  ask(&t, last);
  for (int k = 0; k < GRAINS; ++k)
    change = fmax(change, fabs(last[k] - first[k]));
  treatment_clear(&t);
  printf("%-14s %9.2e %9.2e %9.2e %9.2e %9.2e   %9.2e m\n", name, rms[0],
         rms[1], rms[2], rms[3], rms[4], change);
  return change;
}

static void check_revolution(const paddle *p)
{
  double sites[5], alone[5], upwind[5], cip[5];
  FILE *plot = plot_open("distance_treatments", "Distance from a turning blade",
                         "revolutions", "rms error / D", true);
  printf("error / D after 0, 1/4, 1/2, 3/4 and 1 revolution   change\n");
  const double round_off = 1.0e-12 * 2.0 * p->half.x;
  CHECK(follow(p, "sites", plot, sites) <= round_off);
  CHECK(follow(p, "sites alone", plot, alone) <= round_off);
  follow(p, "upwind", plot, upwind);
  follow(p, "CIP", plot, cip);
  plot_close(plot);
  /* What sites may be off with the default tolerance, 0.02 of the force at an overlap
   * of 1 %. */
  CHECK(sites[4] * p->spacing < 0.02 * 0.01 * p->r / 1.5);
  for (int k = 1; k < 5; ++k)
    CHECK(upwind[k] > upwind[k - 1] && cip[k] > cip[k - 1]);
  CHECK(upwind[4] > 100.0 * alone[4]);
  CHECK(cip[4] > 3.0 * alone[4] && cip[4] < 0.2 * upwind[4]);
}

/* Just before a re-initialisation and just after it. */
static void check_jump(const paddle *p)
{
  treatment t;
  treatment_begin(&t, treatments_find("CIP, again"), p);
  double before, after, largest;
  for (int k = 1; k < STEPS / 12; ++k)
    treatment_advance(&t);
  treatment_errors(&t, y, GRAINS, &before, &largest);
  treatment_advance(&t);
  treatment_errors(&t, y, GRAINS, &after, &largest);
  printf("re-initialised: from %.2e D to %.2e D\n", before, after);
  CHECK(after > 2.0 * before);
  treatment_clear(&t);
}

/* Root mean square difference from grids of the same instants, in spacings; these lie in
 * all parts of the intervals. */
static double error_of_time(const paddle *p, const char *name)
{
  treatment t, fresh;
  treatment_begin(&t, treatments_find(name), p);
  treatment_begin(&fresh, treatments_find("rebuilt"), p);
  double a[GRAINS], b[GRAINS], sum = 0.0;
  const int samples = 7;
  for (int k = 1; k <= samples; ++k) {
    t.step = fresh.step = 13 * k;
    treatment_advance(&fresh);
    treatment_advance(&t);
    ask(&t, a);
    ask(&fresh, b);
    for (int m = 0; m < GRAINS; ++m)
      sum += (a[m] - b[m]) * (a[m] - b[m]);
  }
  treatment_clear(&t);
  treatment_clear(&fresh);
  return sqrt(sum / samples / GRAINS) / p->spacing;
}

static void check_series(const paddle *p)
{
  const double wide = error_of_time(p, "series 30");
  const double half = error_of_time(p, "series 60");
  printf("between 30 and 60 instants: %.2e D and %.2e D, order %.2f\n", wide,
         half, log2(wide / half));
  CHECK_NEAR(log2(wide / half), 2.0, 0.2); /* kinks pass some places */
}

int main(void)
{
  paddle p;
  paddle_init(&p, NODES, STEPS, 1);
  paddle_grains(&p, y, GRAINS);
  check_revolution(&p);
  check_jump(&p);
  check_series(&p);
  paddle_clear(&p);
  return CHECK_REPORT();
}
