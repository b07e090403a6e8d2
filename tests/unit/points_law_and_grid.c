/* tests/unit/points_law_and_grid.c -- weights, law and transfers of material points
 * against what they must be: a partition of unity with exact derivative, strains on the
 * yield surface with their volume kept, momentum and mass to round-off. */
#include "points/point_motion.h"

#include "check.h"
#include "random.h"

/* ---- weights ------------------------------------------------------------- */

/* The piecewise form of uGIMP: r = |x_p - x_i| / h, l = half width / h. */
static double piecewise(double d, double l)
{
  const double r = fabs(d);
  if (r < l) return 1.0 - (l * l + r * r) / (2.0 * l);
  if (r < 1.0 - l) return 1.0 - r;
  if (r < 1.0 + l) return (1.0 + l - r) * (1.0 + l - r) / (4.0 * l);
  return 0.0;
}

static void check_weights(double l)
{
  double unity = 0.0, linear = 0.0, form = 0.0, slope = 0.0;
  for (int n = 0; n < 2000; ++n) {
    const double x = random_between(-5.0, 5.0);
    const int first = gm_point_grid_first(x, l);
    const double u = x - (first + 1), e = 1.0e-6;
    const gm_point_weights w =
        gm_point_grid_weights((gm_row4){u, u + e, u - e, 0.0}, l);
    double sum = 0.0, sum_x = 0.0, sum_d = 0.0;
    for (int k = 0; k < 3; ++k) {
      sum += w.s[k][0];
      sum_d += w.d[k][0];
      sum_x += w.s[k][0] * (first + k);
      form = fmax(form, fabs(w.s[k][0] - piecewise(x - first - k, l)));
      slope =
          fmax(slope, fabs((w.s[k][1] - w.s[k][2]) / (2.0 * e) - w.d[k][0]));
    }
    unity = fmax(unity, fabs(sum - 1.0) + fabs(sum_d));
    linear = fmax(linear, fabs(sum_x - x));
  }
  printf("weights, half width %.3f h: sum %.1e, linear %.1e, form %.1e, slope "
         "%.1e\n",
         l, unity, linear, form, slope);
  CHECK(unity < 1.0e-13);
  CHECK(linear < 1.0e-13);
  CHECK(form < 1.0e-13);
  CHECK(slope < 3.0e-6); /* of second order but at the joints: e / (2 l) */
}

/* Boxes that reach past a node by some units of round-off: the square of the slope, on
 * which the velocity that forces give the node bears, is what its mass allows. */
static void check_edges(double l)
{
  double most = 0.0;
  for (int i = 1; i < 1000; ++i)
    for (int k = 0; k < 3; k += 2) {
      const double past = 3.6e-15 * i, u = k ? past - l : l - past;
      const gm_point_weights w =
          gm_point_grid_weights((gm_row4){u, u, u, 0.0}, l);
      most = fmax(most, w.d[k][0] * w.d[k][0] * l / w.s[k][0]);
    }
  printf("past a node, half width %.3f h: slope^2 l / weight %.15f\n", l, most);
  CHECK(most < 1.0 + 1e-12); /* inf where the weight is lost by rounding */
}

/* ---- law ----------------------------------------------------------------- */

static double det(const double b[6])
{
  return b[0] * (b[1] * b[2] - b[4] * b[4]) -
         b[3] * (b[3] * b[2] - b[4] * b[5]) +
         b[5] * (b[3] * b[4] - b[1] * b[5]);
}

static double shear_of(const gm_point_tensor *t, int d)
{
  const double p = (t->c[0] + t->c[1] + t->c[2]) / d;
  double sum = 0.0;
  for (int k = 0; k < d; ++k)
    sum += (t->c[k] - p) * (t->c[k] - p);
  for (int k = 3; k < 6; ++k)
    sum += 2.0 * t->c[k] * t->c[k];
  return sqrt(sum);
}

/* Work of the stress of b in the strain of lane k. */
static double work_of(const gm_point_law *law, const gm_strain *b,
                      const gm_point_lanes *o, int k)
{
  const gm_point_tensor t = gm_point_law_stress(law, b);
  double sum = 0.0;
  for (int i = 0; i < 3; ++i)
    sum += t.c[i] * o->rise[4 * i][k];
  return sum + t.c[3] * (o->rise[1][k] + o->rise[3][k]) +
         t.c[4] * (o->rise[5][k] + o->rise[7][k]) +
         t.c[5] * (o->rise[2][k] + o->rise[6][k]);
}

static gm_strain strain_of(const gm_point_lanes *o, int k)
{
  return (gm_strain){{o->bar[0][k], o->bar[1][k], o->bar[2][k], o->J[k]},
                     {o->bar[3][k], o->bar[4][k], o->bar[5][k], 1.0}};
}

/* Two random steps of that size: residual of the yield condition, errors of det bbar, J
 * and the work; yielding takes energy and never gives any. */
static void check_return(int dims, double size)
{
  const gm_point_law law = {dims, 2.0e6, 1.0e6, gm_point_law_slope(dims, 0.5)};
  double residual = 0.0, volume = 0.0, determinant = 0.0, worked = 0.0,
         tension = 0.0, least = INFINITY;
  int yields = 0;
  gm_point_lanes o = {0};
  for (int n = 0; n < 800; ++n) {
    double expected[GM_POINT_LANES];
    for (int k = 0; k < GM_POINT_LANES; ++k) {
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          if (dims == 3 || (i < 2 && j < 2))
            o.rise[3 * i + j][k] = random_between(-size, size);
      for (int i = 0; i < 6 && n % 2 == 0; ++i)
        o.bar[i][k] = i < 3;
      if (n % 2 == 0) o.J[k] = random_between(1.0 - size, 1.0 + 0.1 * size);
      double m[9];
      for (int i = 0; i < 9; ++i)
        m[i] = o.rise[i][k] + (i % 4 == 0);
      expected[k] = o.J[k] * (m[0] * (m[4] * m[8] - m[5] * m[7]) -
                              m[1] * (m[3] * m[8] - m[5] * m[6]) +
                              m[2] * (m[3] * m[7] - m[4] * m[6]));
    }
    gm_point_law_advance(&law, &o);
    for (int k = 0; k < GM_POINT_LANES; ++k) {
      const gm_strain b = strain_of(&o, k);
      const double c[6] = {b.bar[0], b.bar[1], b.bar[2],
                           b.off[0], b.off[1], b.off[2]};
      const gm_point_tensor t = gm_point_law_stress(&law, &b);
      const double J = o.J[k];
      const double p = fmax(0.0, 0.5 * law.kappa * (1.0 - J * J));
      const double over = shear_of(&t, dims) - law.alpha * p;
      const double work = work_of(&law, &b, &o, k);
      residual = fmax(residual, over / law.mu);
      yields += fabs(over) < 1.0e-9 * law.mu;
      volume = fmax(volume, fabs(J / expected[k] - 1.0));
      determinant = fmax(determinant, fabs(det(c) - 1.0));
      worked = fmax(worked, fabs(o.work[k] - work) / (law.mu * size * size));
      least = fmin(least, o.lost[k]);
      if (over < -1.0e-9 * law.mu) CHECK(o.lost[k] == 0.0);
      if (J >= 1.0) tension = fmax(tension, shear_of(&t, dims) + fabs(t.c[0]));
    }
  }
  printf("return in %d dimensions, strains of %.2f: yield %.1e, J %.1e, det "
         "%.1e, work %.1e, least loss %.1e, tension %.1e, %d of 12800 yield\n",
         dims, size, residual, volume, determinant, worked, least, tension,
         yields);
  CHECK(residual < 1.0e-12);
  CHECK(volume < 1.0e-12);
  CHECK(determinant < 1.0e-12);
  CHECK(worked < 1.0e-9);
  CHECK(least >= 0.0);
  CHECK(tension == 0.0);
  CHECK(yields > 1000);
}

/* Strains of rounding take no more than their square: a difference of roots near 1, or a
 * deviator with a trace, took up to 0.3 mu. */
static void check_rounding(int dims)
{
  const gm_point_law law = {dims, 2.0e6, 1.0e6, gm_point_law_slope(dims, 0.5)};
  double most = 0.0;
  for (int n = 0; n < 4000; ++n) {
    gm_point_lanes o = {0};
    for (int k = 0; k < GM_POINT_LANES; ++k) {
      o.J[k] = 1.0;
      for (int i = 0; i < 6; ++i)
        o.bar[i][k] =
            (i < 3) + 0x1p-53 * floor(random_between(-2.0, 3.0)) * (i < 2);
      for (int i = 0; i < 9; ++i)
        if (dims == 3 || (i < 5 && i != 2))
          o.rise[i][k] = random_between(-1.0e-15, 1.0e-15);
    }
    gm_point_law_advance(&law, &o);
    for (int k = 0; k < GM_POINT_LANES; ++k)
      most = fmax(most, o.lost[k] / law.mu);
  }
  printf("rounding in %d dimensions takes %.1e mu\n", dims, most);
  CHECK(most < 1.0e-28);
}

/* The loss (J/m3) of n equal steps; `out` receives what the stresses worked. */
static double losses_of(const gm_point_law *law, gm_point_lanes *o, int n,
                        double *out)
{
  double sum = 0.0;
  *out = 0.0;
  for (int k = 0; k < n; ++k) {
    const gm_strain before = strain_of(o, 0);
    *out += 0.5 * work_of(law, &before, o, 0);
    gm_point_law_advance(law, o);
    *out += 0.5 * o->work[0];
    sum += o->lost[0];
  }
  return sum;
}

/* Shear at constant volume takes what it works beyond the elastic energy, with a shear
 * stress tau = alpha p / sqrt(2) from the strain tau / mu on; unloading takes all elastic
 * energy of shear. */
static void check_losses(int dims)
{
  const gm_point_law law = {dims, 2.0e6, 1.0e6, gm_point_law_slope(dims, 0.5)};
  const int n = 400;
  gm_point_lanes o = {0};
  for (int k = 0; k < GM_POINT_LANES; ++k) {
    o.J[k] = 0.99;
    o.bar[0][k] = o.bar[1][k] = o.bar[2][k] = 1.0;
    o.rise[1][k] = 0.02 / n;
  }
  const gm_strain start = strain_of(&o, 0);
  double worked;
  const double lost = losses_of(&law, &o, n, &worked);
  const gm_strain end = strain_of(&o, 0);
  const double kept =
      gm_point_law_energy(&law, &end) - gm_point_law_energy(&law, &start);
  const double tau =
      law.alpha * 0.5 * law.kappa * (1.0 - 0.99 * 0.99) / sqrt(2.0);
  const double exact = tau * (0.02 - tau / law.mu);
  const gm_strain sheared = {{end.bar[0], end.bar[1], end.bar[2], 1.0},
                             end.off};
  const double shear = gm_point_law_energy(&law, &sheared);
  const double per = pow(1.01 / 0.99, 1.0 / (dims * n)) - 1.0;
  for (int k = 0; k < GM_POINT_LANES; ++k) {
    o.rise[1][k] = 0.0;
    o.rise[0][k] = o.rise[4][k] = per;
    o.rise[8][k] = dims == 3 ? per : 0.0;
  }
  double back;
  const double unloaded = losses_of(&law, &o, n, &back) / shear;
  printf("losses in %d dimensions: shear takes and keeps %.6f of its work, "
         "takes %.6f of tau "
         "(gamma - tau / mu); unloading %.6f of the energy of shear\n",
         dims, (lost + kept) / worked, lost / exact, unloaded);
  CHECK_NEAR((lost + kept) / worked, 1.0, 1.0e-4);
  CHECK_NEAR(lost / exact, 1.0, 2.0e-3);
  CHECK_NEAR(unloaded, 1.0, 2.0e-3);
}

/* Stress to strain and back; the derivative of the energy is the stress. */
static void check_inverse(int dims)
{
  const gm_point_law law = {dims, 2.0e6, 1.0e6, 0.5};
  double trip = 0.0;
  for (int n = 0; n < 1000; ++n) {
    gm_point_tensor s = {{0.0}};
    for (int k = 0; k < 6; ++k)
      if (dims == 3 || (k != 2 && k < 4))
        s.c[k] = random_between(-1.0e6, 1.0e6) - (k < 3 ? 1.1e6 : 0.0);
    const gm_strain b = gm_point_law_strain(&law, &s);
    const gm_point_tensor t = gm_point_law_stress(&law, &b);
    for (int k = 0; k < 6; ++k)
      trip = fmax(trip, fabs(t.c[k] / b.bar[3] - s.c[k]) / 1.0e6);
  }
  const double e = 1.0e-4;
  const gm_strain in = {{1.0, 1.0, 1.0, 0.9 - e}, {0.0, 0.0, 0.0, 0.0}};
  const gm_strain out = {{1.0, 1.0, 1.0, 0.9 + e}, {0.0, 0.0, 0.0, 0.0}};
  const double slope =
      (gm_point_law_energy(&law, &out) - gm_point_law_energy(&law, &in)) /
      (2.0 * e);
  const double exact = 0.5 * law.kappa * (0.9 - 1.0 / 0.9); /* dW/dJ = tau/J */
  printf("stress in %d dimensions: round trip %.1e, dW/dJ off by %.1e\n", dims,
         trip, fabs(slope / exact - 1.0));
  CHECK(trip < 1.0e-12);
  CHECK_NEAR(slope / exact, 1.0, 1.0e-6);
}

/* ---- transfers ----------------------------------------------------------- */

static void fill(gm_points *p, gm_point_grid *g, int dims, int n)
{
  const double h = g->h;
  CHECK(gm_points_reserve(p, n * n * (dims == 3 ? n : 1)) == GM_OK);
  for (int k = 0; k < (dims == 3 ? n : 1); ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const gm_vec3 x = {(i + random_between(0.2, 0.8)) * 0.5 * h,
                           (j + random_between(0.2, 0.8)) * 0.5 * h,
                           dims == 3 ? (k + 0.5) * 0.5 * h : 0.0};
        gm_strain b = gm_points_unstrained();
        b.bar[3] = 0.99;
        gm_points_append(p, x, gm_vec(0.0, 0.0, 0.0), random_between(1.0, 2.0),
                         0.1, b, 0.0);
      }
  CHECK(gm_point_grid_sort(g, p) == GM_OK);
}

static gm_row4 of_nodes(const gm_point_grid *g)
{
  gm_row4 sum = {0.0, 0.0, 0.0, 0.0};
  for (gm_index i = 0; i < g->slots * g->size; ++i)
    sum += g->node[i].p;
  return sum;
}

static gm_row4 of_points(const gm_points *p)
{
  gm_row4 sum = {0.0, 0.0, 0.0, 0.0};
  for (gm_index i = 0; i < p->n; ++i)
    sum += gm_row(gm_scale(p->p[i].x[3], gm_row_vec(p->p[i].v)), p->p[i].x[3]);
  return sum;
}

/* Mass and momentum reach the grid; forces add up to nothing; the scatter is that of the
 * stencils; a body that moves as a whole goes on so. */
static void check_transfer(int dims, int periodic)
{
  gm_points p = {0};
  gm_point_grid g;
  const gm_point_law law = {dims, 1.0e3, 5.0e2, 0.5};
  gm_point_grid_init(&g, dims, 0.1, 0.25, gm_vec(-0.013, 0.0, 0.0));
  if (periodic) g.period[0] = 6;
  fill(&p, &g, dims, 12);
  const gm_vec3 shift = {0.3, -0.2, dims == 3 ? 0.15 : 0.0};
  for (gm_index i = 0; i < p.n; ++i)
    for (int a = 0; a < dims; ++a)
      p.p[i].v[a] = random_between(-1.0, 1.0);
  gm_point_motion_scatter(&g, &p, &law, 1);
  const gm_row4 at = of_points(&p), on = of_nodes(&g);
  double off = 0.0, force = 0.0, plain = 0.0;
  for (int a = 0; a < 4; ++a)
    off = fmax(off, fabs(on[a] - at[a]) / at[3]);
  gm_row4 sum = {0.0, 0.0, 0.0, 0.0};
  for (gm_index i = 0; i < g.slots * g.size; ++i)
    sum += g.node[i].f;
  force = gm_norm(gm_row_vec(sum));
  for (gm_index i = 0; i < p.n; ++i) { /* take away what each point gave */
    gm_point_stencil s;
    gm_point_motion_stencil(&g, gm_row_vec(p.p[i].x), &s);
    for (int k = 0; k < s.n; ++k)
      g.node[s.node[k]].p -=
          s.weight[k] *
          gm_row(gm_scale(p.p[i].x[3], gm_row_vec(p.p[i].v)), p.p[i].x[3]);
  }
  for (gm_index i = 0; i < g.slots * g.size; ++i)
    for (int a = 0; a < 4; ++a)
      plain = fmax(plain, fabs(g.node[i].p[a]));

  double rigid = 0.0;
  for (gm_index i = 0; i < p.n; ++i) {
    p.p[i].b = gm_points_unstrained();
    p.p[i].v = gm_row(shift, p.p[i].v[3]);
  }
  static gm_vec3 from[12 * 12 * 12];
  for (gm_index i = 0; i < p.n; ++i)
    from[p.tag[i].id] = gm_row_vec(p.p[i].x);
  gm_point_sums lost = {0.0, 0.0, 0.0};
  const int steps = 40;
  for (int n = 0; n < steps; ++n) {
    if (gm_point_grid_outdated(&g)) CHECK(gm_point_grid_sort(&g, &p) == GM_OK);
    gm_point_motion_scatter(&g, &p, &law, 1);
    gm_point_motion_forces(&g, gm_vec(0.0, 0.0, 0.0), 0.01, 1);
    lost.transfer += gm_point_motion_finish(&g, 1);
    CHECK(gm_point_motion_gather(&g, &p, &law, gm_vec(0.0, 0.0, 0.0), 0.9, 0.01,
                                 &lost, 1) == GM_OK);
  }
  for (gm_index i = 0; i < p.n; ++i) {
    gm_vec3 d = gm_sub(gm_row_vec(p.p[i].x),
                       gm_madd(from[p.tag[i].id], 0.01 * steps, shift));
    if (periodic) d.x -= 0.6 * round(d.x / 0.6);
    rigid =
        fmax(rigid, gm_norm(d) + gm_norm(gm_sub(gm_row_vec(p.p[i].v), shift)) +
                        fabs(p.p[i].b.bar[3] - 1.0));
  }
  printf("transfer in %d dimensions%s: mass and momentum %.1e, forces %.1e N, "
         "stencils %.1e, translation %.1e\n",
         dims, periodic ? ", periodic" : "", off, force, plain, rigid);
  CHECK(off < 1.0e-14);
  CHECK(force < 1.0e-10);
  CHECK(plain < 1.0e-13);
  CHECK(rigid < 1.0e-12);
  CHECK_NEAR(lost.transfer, 0.0, 1.0e-10);
  gm_points_clear(&p);
  gm_point_grid_clear(&g);
}

int main(void)
{
  check_weights(0.25);
  check_weights(0.125);
  check_weights(0.5);
  check_edges(0.25);
  check_edges(0.125);
  check_return(2, 0.25);
  check_return(3, 0.25);
  check_return(2, 0.01);
  check_return(3, 0.01);
  check_losses(2);
  check_rounding(2);
  check_losses(3);
  check_rounding(3);
  check_inverse(2);
  check_inverse(3);
  check_transfer(2, 0);
  check_transfer(3, 0);
  check_transfer(2, 1);
  check_transfer(3, 1);
  return CHECK_REPORT();
}
