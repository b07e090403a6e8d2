/* A sphere that resists rolling and spinning: how it slows down, where it stops, what slope
 * it stays on.
 *
 * On a plane, rolling without slip, torque mu_r r N against the spin:
 *
 *   v = v_0 - (5/7) mu_r g t,  stops after v_0^2 / ((10/7) mu_r g)        constant, spring
 *   theta'' + 2 eta w theta' + w^2 theta = 0,  w^2 = k_r / (7/5 m r^2),
 *   k_r = (9/4) k_n (mu_r r)^2                                            spring, below its limit
 *
 * On a slope: at rest while tan(angle) < mu_r, else a = (5/7) g (sin - mu_r cos).  Spinning
 * about the normal: w = w_0 - (5/2) mu_s g t / r, and then rest.
 *
 * J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi, Powder Technology 206 (2011) 269-282.
 *
 * The linear law, so that k_n is given; the sphere starts at its overlap at rest, d / r =
 * 1e-5, and that much the arm of friction is shorter than r.  Asked: decelerations 1e-4,
 * way 2e-3 (a spring first bends), period and decrement 1e-3 (order of the scheme), slope:
 * rest and motion 0.5 % from either side.
 */
#include "check.h"
#include "pair.h"

static const double r = 5.0e-3, g = 9.81, kn = 1.0e6, mu_s = 0.05;
static double mu_r = 0.1;

/* A sphere on the plane z = 0, gravity tilted by `slope` about y; at rest but for v, w. */
static void build(pair_scene *p, int rolling, int torsion, double eta,
                  double slope, gm_vec3 v, gm_vec3 w, double dt)
{
  pair_init(p, GM_LAW_HOOKE);
  p->config.contacts.rolling = rolling;
  p->config.contacts.torsion = torsion;
  p->scene.gravity = gm_vec(g * sin(slope), 0.0, -g * cos(slope));
  const gm_index m = pair_material(p, 2500.0, 1.0e7, 0.25);
  pair_between(p, m, m, 0.5, 0.9, kn);
  pair_resists(p, m, m, mu_r, eta, mu_s);
  pair_structure(p, gm_shape_plane(gm_vec(0, 0, 0), gm_vec(0, 0, 1)), m);
  pair_grain(p, gm_vec(0.0, 0.0, r), r, v, w, m);
  const double mass = gm_grains_mass(&p->scene.grains, 0);
  p->scene.grains.g[0].x[2] = r - mass * g * cos(slope) / kn;
  pair_start(p, dt, 1);
}

static double check_balance(pair_scene *p)
{
  const double off = gm_measure_error(&p->step, &p->scene, &p->measure);
  return off / (p->scene.balance.initial + p->scene.balance.dissipated);
}

static void check_plane(int rolling, const char *name)
{
  const double v0 = 0.5, dt = 2.0e-6, a = 5.0 / 7.0 * mu_r * g;
  pair_scene p;
  build(&p, rolling, GM_TWIST_NONE, 0.3, 0.0, gm_vec(v0, 0.0, 0.0),
        gm_vec(0.0, v0 / r, 0.0), dt);
  const int part = (int)(0.2 * v0 / a / dt);
  double v[3] = {0}, x0 = 0.0;
  for (int k = 1; k <= 2; ++k) {
    pair_advance(&p, part);
    pair_look(&p);
    v[k] = p.grains.velocity[0].x;
    if (k == 1) x0 = pair_position(&p, 0).x;
  }
  const double slow = (v[1] - v[2]) / (part * dt);
  const double way = v[1] * v[1] / (2.0 * a);
  pair_advance(&p, 6 * part);
  pair_look(&p);
  const double went = pair_position(&p, 0).x - x0;
  const double off = check_balance(&p);
  printf("%-9s deceleration %.6f, expected %.6f; way %.6f, expected %.6f; left "
         "%.1e m/s; balance %.1e\n",
         name, slow, a, went, way, p.grains.velocity[0].x, off);
  CHECK_NEAR(slow / a, 1.0, 1.0e-4);
  CHECK_NEAR(went / way, 1.0, 2.0e-3);
  CHECK_NEAR(p.grains.velocity[0].x, 0.0, 1.0e-5);
  CHECK_NEAR(off, 0.0, 1.0e-5);
  CHECK(p.scene.balance.rolling > 0.99 * p.scene.balance.dissipated);
  pair_clear(&p);
}

/* Swings below the limit: period and decrement from the passages of zero speed. */
static void check_swing(double eta)
{
  const double dt = 4.0e-6;
  const double mass = 2500.0 * 4.0 / 3.0 * GM_PI * r * r * r;
  const double kr = 2.25 * kn * mu_r * r * mu_r * r;
  const double w = sqrt(kr / (1.4 * mass * r * r));
  const double limit = mu_r * r * mass * g;
  const double v0 = 0.3 * limit / kr * w * r; /* to 0.3 of the limit */
  pair_scene p;
  build(&p, GM_RESIST_SPRING, GM_TWIST_NONE, eta, 0.0, gm_vec(v0, 0.0, 0.0),
        gm_vec(0.0, v0 / r, 0.0), dt);
  const double wd = w * sqrt(1.0 - eta * eta), period = 2.0 * GM_PI / wd;
  double last = v0, time[4] = {0}, top[4] = {0};
  int found = 0;
  for (int n = 1; n < (int)(2.2 * period / dt) && found < 4; ++n) {
    pair_advance(&p, 1);
    const double v = p.scene.grains.g[0].v[0];
    if ((v < 0.0) != (last < 0.0)) {
      time[found] = (n - 0.5 + last / (last - v)) * dt;
      top[found++] = pair_position(&p, 0).x;
    }
    last = v;
  }
  CHECK(found == 4);
  const double got = time[2] - time[0];
  const double ratio = (top[2] - top[3]) / (top[0] - top[1]);
  const double expected = exp(-eta * w * period);
  printf("spring    eta %.2f: period %.6e s, expected %.6e; swings shrink by "
         "%.5f, expected %.5f\n",
         eta, got, period, ratio, expected);
  CHECK_NEAR(got / period, 1.0, 1.0e-3);
  CHECK_NEAR(ratio, expected, 1.0e-3);
  pair_clear(&p);
}

static void check_slope(double part)
{
  const double dt = 4.0e-6, slope = atan(part * mu_r), end = 0.4;
  pair_scene p;
  build(&p, GM_RESIST_SPRING, GM_TWIST_NONE, 0.3, slope, gm_vec(0, 0, 0),
        gm_vec(0, 0, 0), dt);
  pair_advance(&p, (int)(0.5 * end / dt));
  pair_look(&p);
  const double v0 = p.grains.velocity[0].x, x0 = pair_position(&p, 0).x;
  pair_advance(&p, (int)(0.5 * end / dt));
  pair_look(&p);
  const double a = (p.grains.velocity[0].x - v0) / (0.5 * end);
  const double expected =
      fmax(0.0, 5.0 / 7.0 * g * (sin(slope) - mu_r * cos(slope)));
  printf("slope     %.3f of mu_r: acceleration %.6f, expected %.6f; moved %.1e "
         "m\n",
         part, a, expected, pair_position(&p, 0).x - x0);
  CHECK_NEAR(a, expected, 1.0e-4 * g * sin(slope));
  if (part < 1.0) CHECK_NEAR(pair_position(&p, 0).x - x0, 0.0, 1.0e-9);
  pair_clear(&p);
}

static void check_torsion(void)
{
  const double w0 = 60.0, dt = 2.0e-6, a = 2.5 * mu_s * g / r;
  pair_scene p;
  build(&p, GM_RESIST_NONE, GM_TWIST_SPRING, 0.3, 0.0, gm_vec(0, 0, 0),
        gm_vec(0.0, 0.0, w0), dt);
  const int part = (int)(0.4 * w0 / a / dt);
  double w[3];
  for (int k = 0; k < 2; ++k) {
    pair_advance(&p, part);
    pair_look(&p);
    w[k] = p.grains.angular_velocity[0].z;
  }
  const double slow = (w[0] - w[1]) / (part * dt);
  pair_advance(&p, 2 * part);
  pair_look(&p);
  const double off = check_balance(&p);
  printf("torsion   deceleration %.5f, expected %.5f; left %.1e rad/s; balance "
         "%.1e\n",
         slow, a, p.grains.angular_velocity[0].z, off);
  CHECK_NEAR(slow / a, 1.0, 1.0e-4);
  CHECK_NEAR(p.grains.angular_velocity[0].z, 0.0, 1.0e-6 * w0);
  CHECK_NEAR(off, 0.0, 1.0e-5);
  CHECK(p.scene.balance.torsion > 0.99 * p.scene.balance.dissipated);
  pair_clear(&p);
}

int main(void)
{
  check_plane(GM_RESIST_CONSTANT, "constant");
  check_plane(GM_RESIST_SPRING, "spring");
  mu_r = 0.01; /* k_r / r^2 far below k_t, so that it rolls without slip */
  check_swing(0.0);
  check_swing(0.1);
  mu_r = 0.1;
  check_slope(0.995);
  check_slope(1.005);
  check_slope(2.0);
  check_torsion();
  return CHECK_REPORT();
}
