/* Linear springs and dashpots given as coefficients: what an impact on a plane returns.
 *
 * A sphere of mass m strikes a fixed plane under the law hooke.  Along the normal, with
 * the dashpot c_n and w^2 = k_n / m, zeta = c_n / (2 sqrt(m k_n)),
 *
 *   e = exp(-pi zeta / sqrt(1 - zeta^2))           the dashpot may pull
 *   e = exp(-2 (zeta / s) atan(s / zeta)),  s = sqrt(1 - zeta^2)      it may not
 *
 * so that e depends on the mass, which a restitution given in its place does not (T.
 * Schwager and T. Poeschel, Granular Matter 9 (2007) 465-469).  An elastic impact lasts
 * T = pi / w.  Without slip the surface speed of a solid sphere, of tangential mass
 * 2 m / 7, is after it, with a = 7 c_t / (4 m), w_t^2 = 7 k_t / (2 m) - a^2,
 *
 *   s' = s exp(-a T) (cos w_t T - (a / w_t) sin w_t T)
 *
 * which for c_t = 0 is cos(pi sqrt(7 k_t / (2 k_n))).
 *
 * Tolerance 2e-3: the contact begins and ends to a step of T / 4000, which the jump of
 * the dashpot's force at first touch turns into about 1e-3 of the speed at zeta = 0.5.
 */
#include "check.h"
#include "pair.h"

static const double density = 2500.0, kn = 1.0e4, speed = 1.0e-3;

typedef struct after {
  double normal, surface; /* m/s */
} after;

static double mass_of(double r)
{
  return density * 4.0 / 3.0 * GM_PI * r * r * r;
}

static after strike(const gm_pair *between, double r, double tangential,
                    bool no_tension)
{
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.config->contacts.no_tension = no_tension;
  const gm_index m = pair_material(&p, density, 1.0e7, 0.25);
  p.scene->materials.pair[m][m] = *between;
  pair_structure(&p, gm_shape_plane(none, z), m);
  pair_grain(&p, gm_vec(0.0, 0.0, r), r, gm_vec(tangential, 0.0, -speed), none,
             m);
  const double dt = GM_PI * sqrt(mass_of(r) / kn) / 4000.0;
  pair_start(&p, dt, 1);
  pair_advance(&p, 8000);
  pair_look(&p);
  const gm_vec3 v = p.grains->velocity[0], w = p.grains->angular_velocity[0];
  pair_clear(&p);
  return (after){v.z, v.x - w.y * r};
}

static double restitution(double zeta, bool no_tension)
{
  const double s = sqrt(1.0 - zeta * zeta);
  return no_tension ? exp(-2.0 * zeta / s * atan2(s, zeta))
                    : exp(-GM_PI * zeta / s);
}

/* One dashpot, three masses. */
static void check_normal(void)
{
  const gm_pair pair = {.restitution = NAN,
                        .friction = 0.0,
                        .stiffness = kn,
                        .normal_damping = 0.12,
                        .tangential_damping = NAN};
  printf("%8s %8s %10s %12s %12s\n", "r/mm", "tension", "zeta", "exact e", "e");
  for (int q = 0; q < 6; ++q) {
    const double r = 0.5e-3 * (double)(1 << q / 2);
    const double zeta = 0.5 * pair.normal_damping / sqrt(mass_of(r) * kn);
    const double exact = restitution(zeta, q % 2);
    const double e = strike(&pair, r, 0.0, q % 2).normal / speed;
    printf("%8.1f %8s %10.4f %12.6f %12.6f\n", 1.0e3 * r, q % 2 ? "no" : "yes",
           zeta, exact, e);
    CHECK_NEAR(e, exact, 2.0e-3);
  }
}

static double surface_speed(double kt, double ct, double m)
{
  const double a = 1.75 * ct / m, T = GM_PI * sqrt(m / kn);
  const double w = sqrt(3.5 * kt / m - a * a);
  return exp(-a * T) * (cos(w * T) - a / w * sin(w * T));
}

static void check_tangential(void)
{
  const double r = 1.0e-3, m = mass_of(r);
  const gm_pair elastic = {.restitution = NAN,
                           .friction = 1.0e9, /* no slip */
                           .stiffness = kn};
  static const struct {
    double stiffness, ratio, damping; /* N/m, 1, Ns/m; 0: not given */
  } rows[] = {{.stiffness = 1.0e3}, {.stiffness = 4.0e3},
              {.ratio = 0.1},       {.ratio = 0.9},
              {.damping = 0.03},    {.stiffness = 6.0e3, .damping = 0.02}};
  printf("%10s %8s %10s %12s %12s\n", "k_t", "ratio", "c_t", "exact s'/s",
         "s'/s");
  for (size_t q = 0; q < sizeof rows / sizeof *rows; ++q) {
    gm_pair pair = elastic;
    pair.tangential_stiffness = rows[q].stiffness;
    pair.tangential_ratio = rows[q].ratio;
    pair.tangential_damping = rows[q].damping;
    const double kt = rows[q].stiffness > 0.0 ? rows[q].stiffness
                      : rows[q].ratio > 0.0   ? rows[q].ratio * kn
                                              : 2.0 / 7.0 * kn;
    const double exact = surface_speed(kt, rows[q].damping, m);
    const double s = strike(&pair, r, speed, true).surface / speed;
    printf("%10g %8g %10g %12.6f %12.6f\n", rows[q].stiffness, rows[q].ratio,
           rows[q].damping, exact, s);
    CHECK_NEAR(s, exact, 2.0e-3);
  }
}

int main(void)
{
  check_normal();
  check_tangential();
  return CHECK_REPORT();
}
