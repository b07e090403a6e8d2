/* contact/hooke.c -- linear spring-dashpot contact with Coulomb friction.
 *
 * Room: contact.  May include: base, scene.
 *
 *   F_n = max(0, k_n d g - c_n v_n)                      repulsive only
 *   F_t = -k_t s - c_t v_t,   |F_t| <= mu F_n            stick; else slide: k_t s is the limit
 *   c   = 2 zeta sqrt(m k)
 *
 * d overlap, g slope of the distance (1 between grains), m effective mass, v velocity of a
 * relative to b at the contact, s stretch of the tangential spring since first touch,
 * turned with the contact plane at its own length.  History: s.
 *
 * A contact that slides keeps the whole friction in its spring and its dashpot rests;
 * dashpots make up for velocities half a step old; see hertz.c.  The spring holds
 * k_t s^2 / 2; what slip and the dashpots take out is added up as dissipated, for the dashpots with velocities at the middle of the step as far as this
 * contact alone changes them: v + (dt/2) F_n / m and v_t + (dt/2) (7/2) F_t / m.
 *
 * P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47-65.
 */
#include "contact/rows.h"

GM_INLINE gm_law_force hooke_force(gm_coefficients c, double dt,
                                   gm_law_contact k)
{
  const gm_vec3 n = k.normal, v = k.velocity, h = k.spring;
  const double vn = gm_dot(v, n);
  const gm_vec3 vt = gm_madd(v, -vn, n);
  const double root = sqrt(k.mass);

  const double elastic = c.kn * k.overlap * k.slope;
  const double cn0 = c.cn * root;
  const double cn = cn0 * k.mass / (k.mass + 0.25 * dt * cn0);
  const double pull = elastic - cn * vn;
  const double fn = pull > c.least ? pull : c.least;

  /* The pair may have rolled since the last step: keep the spring tangent. */
  const double hn = gm_dot(h, n);
  const gm_vec3 p = gm_madd(h, -hn, n);
  const double h2 = gm_norm2(h), p2 = gm_norm2(p);
  const gm_vec3 kept = gm_scale(p2 > 0.0 ? sqrt(h2 / p2) : 0.0, p);

  const double ct0 = c.ct * root;
  const double ct = ct0 * k.mass / (k.mass + 0.875 * dt * ct0);
  const gm_vec3 stick = gm_madd(kept, dt, vt);
  const gm_vec3 trial = gm_madd(gm_scale(-c.kt, stick), -ct, vt);
  const double limit = c.mu * (fn > 0.0 ? fn : 0.0);
  const double size = sqrt(gm_norm2(trial));
  const double ratio = limit / size; /* 0/0 is NaN: not below 1, hence sticks */
  const int slides = ratio < 1.0;
  const gm_vec3 ft = gm_scale(slides ? ratio : 1.0, trial);
  /* Sliding: shorten the spring to what friction can hold, or the stored energy would come
   * back as a kick when the contact sticks again. */
  const gm_vec3 held = gm_scale(-1.0 / c.kt, ft);
  const gm_vec3 spring = {slides ? held.x : stick.x, slides ? held.y : stick.y,
                          slides ? held.z : stick.z};

  const double vn_mid = vn + 0.5 * dt * fn / k.mass;
  const gm_vec3 vt_mid = gm_madd(vt, 1.75 * dt / k.mass, ft);
  const gm_vec3 slip = gm_madd(gm_sub(kept, spring), dt, vt);
  const double dissipated = dt * ((elastic - fn) * vn_mid -
                                  gm_dot(gm_madd(ft, c.kt, spring), vt_mid)) +
                            0.5 * c.kt * gm_dot(gm_add(kept, spring), slip);

  return (gm_law_force){gm_madd(ft, fn, n), spring, 0.0, dissipated};
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
