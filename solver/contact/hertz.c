/* contact/hertz.c -- Hertz-Mindlin contact with Coulomb friction.
 *
 * Room: contact.  May include: base, scene.
 *
 *   a   = sqrt(R d)                                      contact radius
 *   F_n = max(0, (4/3) E a d g - c_n v_n)                repulsive only
 *   F_t <- P(F_t) min(1, a / a_old) - 8 G a v_t dt       incremental, rescaled on unloading
 *   |F_t - c_t v_t| <= mu F_n                            stick; else slide: F_t is the limit
 *   c   = 2 sqrt(5/6) beta sqrt(S m),  S_n = 2 E a,  S_t = 8 G a
 *
 * d overlap, R m effective radius and mass, 1/E = sum (1 - nu^2)/E_i, 1/G = sum (2 - nu)/G_i,
 * g slope of the distance (1 between grains), v velocity of a relative to b at the contact,
 * P the turn into the tangent plane that keeps the length.  History: F_t and a.
 *
 * A contact that slides keeps the whole friction in its spring and its dashpot rests: the
 * force is the same as if they shared it, and the work of friction is then known from
 * positions alone.  With shared friction the balance of a flowing bed was 60 times worse.
 *
 * Velocities stand half a step back.  To a dashpot that is a mass less by dt c / 2: a pair
 * of mass m under spring and dashpot loses as much as one with a damper 1 + dt c / 4 m times
 * as strong, so c_n is made weaker by that, and c_t by 1 + 7 dt c_t / 8 m (solid spheres:
 * tangential mass 2 m / 7).  Restitution is then of second order in the step for a linear
 * contact, and at t_c / 200 within 1.3e-4 for this one; forces at rest are not touched.
 *
 * The tangential energy is F_t^2 / (2 S_t).  What P, rescaling, slip and the dashpots take
 * out is added up as dissipated, for the dashpots with velocities at the middle of the step
 * as far as this contact alone changes them: v + (dt/2) F_n / m, v_t + (dt/2) (7/2) F_t / m.
 *
 * R. D. Mindlin and H. Deresiewicz, J. Appl. Mech. 20 (1953) 327-344; C. Thornton et al.,
 * Powder Technology 233 (2013) 30-46 (rescaling); Y. Tsuji et al., Powder Technology 71
 * (1992) 239-250 (damping).
 */
#include "contact/rows.h"

/* Branch-free: selections between values already computed, so that the same lines serve
 * one contact and a vector of them. */
GM_INLINE gm_law_force hertz_force(gm_coefficients c, double dt,
                                   gm_law_contact k)
{
  const gm_vec3 n = k.normal, v = k.velocity, h = k.spring;
  const double vn = gm_dot(v, n);
  const gm_vec3 vt = gm_madd(v, -vn, n);
  const double a = sqrt(k.radius * k.overlap);
  const double damp = sqrt(a * k.mass);

  const double elastic = (2.0 / 3.0) * c.kn * a * k.overlap * k.slope;
  const double cn0 = c.cn * damp;
  const double cn = cn0 * k.mass / (k.mass + 0.25 * dt * cn0);
  const double pull = elastic - cn * vn;
  const double fn = pull > c.least ? pull : c.least;

  /* The kept force, turned into the tangent plane and rescaled if the contact shrank. */
  const double hn = gm_dot(h, n);
  const gm_vec3 p = gm_madd(h, -hn, n);
  const double h2 = gm_norm2(h), p2 = gm_norm2(p);
  const double turn = p2 > 0.0 ? sqrt(h2 / p2) : 0.0;
  const double q0 =
      a / k.memory; /* new contact: infinite, but the force is zero */
  const double q = q0 < 1.0 ? q0 : 1.0;
  const gm_vec3 kept = gm_scale(turn * q, p);

  const double st = c.kt * a;
  const double ct0 = c.ct * damp;
  const double ct = ct0 * k.mass / (k.mass + 0.875 * dt * ct0);
  const gm_vec3 stick = gm_madd(kept, -st * dt, vt);
  const gm_vec3 trial = gm_madd(stick, -ct, vt);
  const double limit = c.mu * (fn > 0.0 ? fn : 0.0);
  const double size = sqrt(gm_norm2(trial));
  const double ratio = limit / size; /* 0/0 is NaN: not below 1, hence sticks */
  const int slides = ratio < 1.0;
  const gm_vec3 ft = gm_scale(slides ? ratio : 1.0, trial);
  const gm_vec3 spring = {slides ? ft.x : stick.x, slides ? ft.y : stick.y,
                          slides ? ft.z : stick.z};

  /* Work on the spring over the step from the last force to this one, less what it keeps:
   * what turning, rescaling and slip take. */
  const double vn_mid = vn + 0.5 * dt * fn / k.mass;
  const gm_vec3 vt_mid = gm_madd(vt, 1.75 * dt / k.mass, ft);
  const gm_vec3 last = gm_scale(turn, p);
  const double had = k.memory > 0.0 ? h2 / k.memory : 0.0;
  const double lost = 0.5 / c.kt * (had - gm_norm2(spring) / a) -
                      0.5 * dt * gm_dot(gm_add(last, spring), vt);
  const double dissipated = lost + dt * ((elastic - fn) * vn_mid -
                                         gm_dot(gm_sub(ft, spring), vt_mid));

  return (gm_law_force){gm_madd(ft, fn, n), spring, a, dissipated};
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
