/* contact/hooke.c -- linear spring-dashpot contact with Coulomb friction.
 *
 * Room: contact.  May include: base, scene.
 *
 *   F_n = max(0, k_n d g - c_n v_n)                      repulsive only
 *   F_t = -k_t s - c_t v_t                               contact/friction.h
 *   c   = 2 zeta sqrt(m k)
 *
 * d overlap, g slope of the distance (1 between grains), m effective mass, v velocity of a
 * relative to b at the contact, s stretch of the tangential spring since first touch.
 * History: s.
 *
 * P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47-65.
 */
#include "contact/friction.h"
#include "contact/rows.h"

GM_INLINE gm_law_force hooke_force(gm_coefficients c, double dt,
                                   gm_law_contact k)
{
  const gm_vec3 n = k.normal, v = k.velocity;
  const double vn = gm_dot(v, n);
  const gm_vec3 vt = gm_madd(v, -vn, n);
  const double root = sqrt(k.mass);

  const double elastic = c.kn * k.overlap * k.slope;
  const double cn = gm_friction_normal_dashpot(c.cn * root, k.mass, dt);
  const double pull = elastic - cn * vn;
  const double fn = pull > c.least ? pull : c.least;
  const double vn_mid = gm_friction_normal_middle(vn, fn, k.mass, dt);

  const gm_friction t = gm_friction_total(c.kt, c.kt, c.ct * root, vt,
                                          c.mu * (fn > 0.0 ? fn : 0.0), dt, k);
  const double dissipated = t.lost + dt * ((elastic - fn) * vn_mid - t.power);
  return (gm_law_force){gm_madd(t.force, fn, n), t.spring, 0.0, dissipated};
}

GM_CLONED static void hooke_forces(gm_block *k, int n, double dt,
                                   const gm_coefficients *same)
{
  gm_rows_apply(k, n, dt, same, hooke_force);
}

static gm_law_force hooke_query(const gm_coefficients *c, double dt,
                                const gm_law_contact *contact)
{
  return hooke_force(*c, dt, *contact);
}

static gm_coefficients hooke_coefficients(const gm_law_input *in)
{
  const double zeta =
      gm_law_damping(in->pair.restitution, in->options.no_tension);
  gm_coefficients c = {.kn = in->pair.stiffness,
                       .kt = in->options.tangential_ratio * in->pair.stiffness,
                       .mu = in->pair.friction,
                       .least = in->options.no_tension ? 0.0 : -INFINITY};
  c.cn = 2.0 * zeta * sqrt(c.kn);
  c.ct = in->options.tangential_damping ? 2.0 * zeta * sqrt(c.kt) : 0.0;
  return c;
}

static double hooke_energy(const gm_coefficients *c, const gm_law_contact *k)
{
  return 0.5 * c->kn * k->overlap * k->overlap +
         0.5 * c->kt * gm_norm2(k->spring);
}

/* Half period of the undamped spring, whatever the speed. */
static double hooke_duration(const gm_coefficients *c, double radius,
                             double mass, double speed)
{
  (void)radius;
  (void)speed;
  return GM_PI * sqrt(mass / c->kn);
}

const gm_law gm_hooke_law = {
    .name = "hooke",
    .history = 3,
    .coefficients = hooke_coefficients,
    .forces = hooke_forces,
    .query = hooke_query,
    .energy = hooke_energy,
    .duration = hooke_duration,
};
