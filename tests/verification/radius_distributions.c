/* Drawn radii follow the prescribed distribution, and each grain's radius depends on
 * its own number alone.
 *
 * For N independent numbers the largest distance D between their cumulative
 * distribution and the exact one obeys P(D > x) <= 2 exp(-2 N x^2) (Massart's bound): D
 * < sqrt(ln(2 / p) / 2 N) except with probability p, here 1e-6; the draws are the same
 * in every run.  The exact distributions, F(r) = (P(z) - P(a)) / (P(b) - P(a)) with P
 * the normal distribution, are computed with erf and not with the inverse that draws.
 * The mean must agree with the exact mean of the truncated distribution, mean -
 * deviation (p(b) - p(a)) / (P(b) - P(a)), within 5 standard errors.
 */
#include "check.h"

#include "insert/template.h"
#include <stdlib.h>
#include <string.h>

enum { N = 50000 };

static int rising(const void *p, const void *q)
{
  const double a = *(const double *)p, b = *(const double *)q;
  return (a > b) - (a < b);
}

static double area(double z)
{
  return 0.5 * (1.0 + erf(z / sqrt(2.0)));
}

/* Exact cumulative distribution. */
static double exact(const gm_config_radii *r, double x)
{
  if (r->kind == GM_RADIUS_UNIFORM) {
    return (x - r->uniform[0]) / (r->uniform[1] - r->uniform[0]);
  }
  if (r->kind == GM_RADIUS_NORMAL) {
    const double m = r->normal.mean, s = r->normal.deviation;
    const double a = isnan(r->normal.min) ? -3.0 : (r->normal.min - m) / s;
    const double b = isnan(r->normal.max) ? 3.0 : (r->normal.max - m) / s;
    return (area((x - m) / s) - area(a)) / (area(b) - area(a));
  }
  const double s = r->lognormal.deviation, m = log(r->lognormal.median);
  const double a =
      isnan(r->lognormal.min) ? -3.0 : (log(r->lognormal.min) - m) / s;
  const double b =
      isnan(r->lognormal.max) ? 3.0 : (log(r->lognormal.max) - m) / s;
  return (area((log(x) - m) / s) - area(a)) / (area(b) - area(a));
}

static void draw(const gm_config_supply *c, gm_id first, double *r)
{
  gm_materials m = {.n = 1, .row = {{.name = "glass", .density = 2500.0}}};
  gm_template s;
  gm_template_init(&s, c, &m);
  for (gm_id k = 0; k < N; ++k)
    r[k] = gm_template_draw(&s, first + k).r;
}

static void follows(const char *what, const gm_config_radii *radii, double mean,
                    double *r)
{
  gm_config_supply c = {.material = "glass", .seed = 5, .radius = *radii};
  draw(&c, 0, r);
  double sum = 0.0, square = 0.0, far = 0.0;
  for (int k = 0; k < N; ++k) {
    sum += r[k];
    square += r[k] * r[k];
  }
  qsort(r, N, sizeof *r, rising);
  for (int k = 0; k < N; ++k) {
    const double f = exact(radii, r[k]);
    far = fmax(far, fmax(fabs(f - (double)k / N), fabs((k + 1.0) / N - f)));
  }
  const double bound = sqrt(log(2.0e6) / (2.0 * N));
  const double error = sqrt((square / N - sum * sum / N / N) / N);
  printf("%-28s %10.2e %10.2e %14.9f %14.9f %9.1e\n", what, far, bound,
         1e3 * sum / N, 1e3 * mean, 1e3 * error);
  CHECK(far < bound);
  CHECK(fabs(sum / N - mean) < 5.0 * error);
  CHECK(r[0] >= gm_template_smallest(radii) &&
        r[N - 1] <= gm_template_largest(radii));
}

/* Mean of a normal number cut at a and b, of mean 0 and deviation 1. */
static double cut_mean(double a, double b)
{
  const double pa = exp(-0.5 * a * a), pb = exp(-0.5 * b * b);
  return (pa - pb) / sqrt(2.0 * GM_PI) / (area(b) - area(a));
}

static void distributions(double *r)
{
  printf("%-28s %10s %10s %14s %14s %9s\n", "distribution", "distance", "bound",
         "mean mm", "exact mm", "s.e. mm");
  gm_config_radii u = {.kind = GM_RADIUS_UNIFORM, .uniform = {0.5e-3, 2e-3}};
  follows("uniform", &u, 1.25e-3, r);
  gm_config_radii n = {.kind = GM_RADIUS_NORMAL,
                       .normal = {1e-3, 0.2e-3, NAN, NAN}};
  follows("normal, 3 deviations", &n, 1e-3, r);
  n.normal.min = 0.9e-3;
  n.normal.max = 1.5e-3;
  follows("normal, cut on one side", &n, 1e-3 + 0.2e-3 * cut_mean(-0.5, 2.5),
          r);
  gm_config_radii l = {.kind = GM_RADIUS_LOGNORMAL,
                       .lognormal = {1e-3, 0.4, NAN, NAN}};
  /* E exp(s z) = exp(s^2 / 2) (P(b - s) - P(a - s)) / (P(b) - P(a)) */
  follows("lognormal, 3 deviations", &l,
          1e-3 * exp(0.08) * (area(2.6) - area(-3.4)) /
              (area(3.0) - area(-3.0)),
          r);
  l.lognormal.max = 1.2e-3;
  const double b = log(1.2) / 0.4;
  follows("lognormal, cut above", &l,
          1e-3 * exp(0.08) * (area(b - 0.4) - area(-3.4)) /
              (area(b) - area(-3.0)),
          r);
}

/* Shares of a table by mass are those of the mass; of one by number those of the
 * number. */
static void table(double *r)
{
  gm_config_class rows[] = {{1e-3, 1.0}, {2e-3, 2.0}, {4e-3, 5.0}};
  for (int by = 0; by < 2; ++by) {
    gm_config_supply c = {.material = "glass", .seed = 5};
    c.radius =
        (gm_config_radii){.kind = GM_RADIUS_TABLE, .table = {by, rows, 3}};
    draw(&c, 0, r);
    double sum[3] = {0.0}, all = 0.0, share[3], total = 0.0;
    for (int k = 0; k < N; ++k) {
      const int row = r[k] == 1e-3 ? 0 : r[k] == 2e-3 ? 1 : 2;
      CHECK(r[k] == rows[row].radius);
      const double weight = by == GM_BY_MASS ? r[k] * r[k] * r[k] : 1.0;
      sum[row] += weight;
      all += weight;
    }
    for (int k = 0; k < 3; ++k) {
      const double a = rows[k].radius;
      share[k] = rows[k].weight / (by == GM_BY_MASS ? a * a * a : 1.0);
      total += share[k];
    }
    for (int k = 0; k < 3; ++k) {
      /* Five standard errors of the number of the row, and of the sum of all. */
      const double p = share[k] / total;
      const double rare = share[2] / total;
      const double bound =
          5.0 * (sqrt((1.0 - p) / (p * N)) + sqrt(1.0 / (rare * N)));
      const double want = rows[k].weight / 8.0;
      printf("table by %-6s %4.0f mm %11.5f of 1, exact %.5f, bound %.1e\n",
             by ? "mass" : "number", 1e3 * rows[k].radius, sum[k] / all, want,
             bound * want);
      CHECK_NEAR(sum[k] / all, want, bound * want);
    }
  }
}

/* Fractions of a mixture, by number and by mass. */
static void mixture(void)
{
  gm_materials m = {.n = 2,
                    .row = {{.name = "glass", .density = 2500.0},
                            {.name = "steel", .density = 7500.0}}};
  gm_config_part mix[] = {
      {.fraction = 0.25,
       .material = "steel",
       .radius = {.kind = GM_RADIUS_UNIFORM, .uniform = {1e-3, 2e-3}},
       .label = 2}};
  for (int by = 0; by < 2; ++by) {
    gm_config_supply c = {.material = "glass",
                          .seed = 9,
                          .fractions = by,
                          .mix = mix,
                          .n_mix = 1,
                          .label = 1,
                          .radius = {.constant = 1e-3}};
    gm_template s;
    double part = 0.0, all = 0.0;
    gm_template_init(&s, &c, &m);
    for (gm_id k = 0; k < N; ++k) {
      const gm_template_grain g = gm_template_draw(&s, k);
      const double weight =
          by ? m.row[g.material].density * g.r * g.r * g.r : 1.0;
      CHECK(g.label == g.material + 1);
      part += g.material == 1 ? weight : 0.0;
      all += weight;
    }
    printf("mixture by %-6s %.5f steel, exact 0.25\n", by ? "mass" : "number",
           part / all);
    CHECK_NEAR(part / all, 0.25, 0.25 * 5.0 * 2.0 / sqrt(0.03 * N));
  }
}

/* Grain k has its radius whatever was drawn before; another seed gives others. */
static void streams(double *r)
{
  gm_config_supply c = {.material = "glass", .seed = 3};
  c.radius = (gm_config_radii){.kind = GM_RADIUS_NORMAL,
                               .normal = {1e-3, 0.2e-3, NAN, NAN}};
  double *late = malloc(N * sizeof *late);
  draw(&c, 0, r);
  draw(&c, 1000, late);
  CHECK(memcmp(late, r + 1000, (N - 1000) * sizeof *r) == 0);
  double product = 0.0, mean = 1e-3;
  c.seed = 4;
  draw(&c, 0, late);
  for (int k = 0; k < N; ++k)
    product += (r[k] - mean) * (late[k] - mean) / 0.04e-6;
  printf("correlation of two seeds %.1e, standard error %.1e\n", product / N,
         1.0 / sqrt(N));
  CHECK(fabs(product / N) < 5.0 / sqrt(N));
  free(late);
}

int main(void)
{
  double *r = malloc(N * sizeof *r);
  distributions(r);
  table(r);
  mixture();
  streams(r);
  free(r);
  return CHECK_REPORT();
}
