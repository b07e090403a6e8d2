/* contact/hertz.c -- Hertz-Mindlin contact with Coulomb friction.
 *
 * Room: contact.  May include: base, scene.
 *
 *   a   = sqrt(R d)                                      contact radius
 *   F_n = max(0, (4/3) E a d g - c_n v_n)                repulsive only
 *   F_t <- F_t min(1, a / a_old) - 8 G a v_t dt          incremental, contact/friction.h
 *   c   = 2 sqrt(5/6) beta sqrt(S m),  S_n = 2 E a,  S_t = 8 G a
 *
 * d overlap, R m effective radius and mass, 1/E = sum (1 - nu^2)/E_i, 1/G = sum (2 - nu)/G_i,
 * g slope of the distance (1 between grains), v velocity of a relative to b at the contact,
 * History: F_t and a.
 *
 * The tangential part, what is dissipated, and why dashpots are weakened a little:
 * contact/friction.h.  With that restitution is at t_c / 200 within 1.3e-4.
 *
 * R. D. Mindlin and H. Deresiewicz, J. Appl. Mech. 20 (1953) 327-344; C. Thornton et al.,
 * Powder Technology 233 (2013) 30-46 (rescaling); Y. Tsuji et al., Powder Technology 71
 * (1992) 239-250 (damping).
 */
#include "contact/friction.h"
#include "contact/rows.h"

/* Branch-free: selections between values already computed, so that the same lines serve
 * one contact and a vector of them. */
GM_INLINE gm_law_force hertz_force(gm_coefficients c, double dt,
                                   gm_law_contact k)
{
  const gm_vec3 n = k.normal, v = k.velocity;
  const double vn = gm_dot(v, n);
  const gm_vec3 vt = gm_madd(v, -vn, n);
  const double a = sqrt(k.radius * k.overlap);
  const double damp = sqrt(a * k.mass);

  const double elastic = (2.0 / 3.0) * c.kn * a * k.overlap * k.slope;
  const double cn = gm_friction_normal_dashpot(c.cn * damp, k.mass, dt);
  const double pull = elastic - cn * vn;
  const double fn = pull > c.least ? pull : c.least;
  const double vn_mid = gm_friction_normal_middle(vn, fn, k.mass, dt);

  const gm_friction t = gm_friction_incremental(
      c.kt, a, c.ct * damp, vt, c.mu * (fn > 0.0 ? fn : 0.0), dt, k);
  const double dissipated = t.lost + dt * ((elastic - fn) * vn_mid - t.power);
  return (gm_law_force){gm_madd(t.force, fn, n), t.spring, a, dissipated};
}

static gm_coefficients hertz_coefficients(const gm_law_input *in)
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

GM_CLONED static void hertz_forces(gm_block *k, int n, double dt,
                                   const gm_coefficients *same)
{
  gm_rows_apply(k, n, dt, same, hertz_force);
}

static gm_law_force hertz_query(const gm_coefficients *c, double dt,
                                const gm_law_contact *contact)
{
  return hertz_force(*c, dt, *contact);
}

/* (2/5) F_n d + F_t^2 / (2 S_t) */
static double hertz_energy(const gm_coefficients *c, const gm_law_contact *k)
{
  const double a = sqrt(k->radius * k->overlap);
  const double normal = (2.0 / 3.0) * c->kn * a * k->overlap;
  return 0.4 * normal * k->overlap + 0.5 * gm_norm2(k->spring) / (c->kt * a);
}

/* Elastic impact: 2.868 (m^2 / (R E^2 v))^(1/5). */
static double hertz_duration(const gm_coefficients *c, double radius,
                             double mass, double speed)
{
  const double e = 0.5 * c->kn;
  return 2.868 * pow(mass * mass / (radius * e * e * speed), 0.2);
}

const gm_law gm_hertz_law = {
    .name = "hertz",
    .history = 4,
    .coefficients = hertz_coefficients,
    .forces = hertz_forces,
    .query = hertz_query,
    .energy = hertz_energy,
    .duration = hertz_duration,
};
