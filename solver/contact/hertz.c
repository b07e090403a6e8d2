/* contact/hertz.c -- Hertz-Mindlin contact with Coulomb friction.
 *
 *   a   = sqrt(R d)                                      contact radius
 *   F_n = max(0, (4/3) E a d g - c_n v_n)                repulsive only
 *   F_t <- F_t min(1, a / a_old) - 8 G a v_t dt          incremental, contact/friction.h
 *   c   = 2 sqrt(5/6) beta sqrt(S m),  S_n = 2 E a,  S_t = 8 G a
 *
 * d overlap, R m effective radius and mass, 1/E = sum (1 - nu^2)/E_i,
 * 1/G = sum (2 - nu)/G_i, g slope of the distance (1 between grains), v velocity of a
 * relative to b at the contact. History: F_t and a.
 *
 * The tangential part, what is dissipated, and why dashpots are weakened a little:
 * contact/friction.h.  With that restitution is at t_c / 200 within 1.3e-4.
 *
 * R. D. Mindlin and H. Deresiewicz, J. Appl. Mech. 20 (1953) 327-344; C. Thornton et al.,
 * Powder Technology 233 (2013) 30-46 (rescaling); Y. Tsuji et al., Powder Technology 71
 * (1992) 239-250 (damping).
 */
#include "contact/hertz.h"

#include "base/math.h"

gm_coefficients gm_hertz_coefficients(const gm_law_input *in)
{
  const gm_material *a = in->a, *b = in->b;
  const double ga = a->youngs_modulus / (2.0 * (1.0 + a->poisson_ratio));
  const double gb = b->youngs_modulus / (2.0 * (1.0 + b->poisson_ratio));
  const double e =
      1.0 / ((1.0 - a->poisson_ratio * a->poisson_ratio) / a->youngs_modulus +
             (1.0 - b->poisson_ratio * b->poisson_ratio) / b->youngs_modulus);
  const double g =
      1.0 / ((2.0 - a->poisson_ratio) / ga + (2.0 - b->poisson_ratio) / gb);
  const double beta =
      gm_law_damping(in->pair.restitution, in->options.no_tension);
  const double damp = 2.0 * sqrt(5.0 / 6.0) * beta;
  gm_coefficients c = {.kn = 2.0 * e,
                       .kt = 8.0 * g,
                       .mu = in->pair.friction,
                       .least = in->options.no_tension ? 0.0 : -INFINITY};
  c.cn = damp * sqrt(c.kn);
  c.ct = in->options.tangential_damping ? damp * sqrt(c.kt) : 0.0;
  return c;
}

double gm_hertz_damping(const gm_coefficients *c, double mass, int tangential)
{
  (void)mass;
  return tangential ? 0.5 * c->ct / sqrt(5.0 / 6.0 * c->kt)
                    : 0.5 * c->cn / sqrt(5.0 / 6.0 * c->kn);
}

double gm_hertz_duration(const gm_coefficients *c, double radius, double mass,
                         double speed)
{
  const double e = 0.5 * c->kn;
  return 2.868 * gm_math_pow(mass * mass / (radius * e * e * speed), 0.2);
}

double gm_hertz_duration_at(const gm_coefficients *c, double radius,
                            double mass, double speed, double a)
{
  const double impact = gm_hertz_duration(c, radius, mass, speed);
  return a > 0.0 ? fmin(impact, GM_PI * sqrt(mass / (c->kn * a))) : impact;
}

GM_HERTZ_LAW(hertz, GM_COHESION_NONE, gm_hertz_repulsion, 0, 0,
             gm_hertz_coefficients, gm_hertz_normal_energy, gm_hertz_duration,
             NULL);

/* F_t = -8 G a s: simpler, but the force depends on the way it was loaded, and energy
 * comes and goes as a changes; for comparison. */
GM_HERTZ_LAW(hertz_total, GM_COHESION_NONE, gm_hertz_repulsion, 1, 0,
             gm_hertz_coefficients, gm_hertz_normal_energy, gm_hertz_duration,
             NULL);
