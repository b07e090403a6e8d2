/* contact/hooke.c -- linear spring-dashpot contact with Coulomb friction:
 * contact/hooke.h.
 *
 * P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47-65.
 */
#include "contact/hooke.h"

#include <stdbool.h>

/* Effective mass of a pair of radii, one of which may be 0: a wall. */
static double hooke_pair_mass(const gm_law_input *in, double ra, double rb)
{
  const gm_grain_rule *grains = &in->options.grains;
  const double a = gm_grain_rule_mass(grains, ra, in->a->density);
  const double b = gm_grain_rule_mass(grains, rb, in->b->density);
  if (ra == 0.0 || rb == 0.0) return a + b;
  return 1.0 / (1.0 / a + 1.0 / b);
}

/* The smaller radius of such a pair. */
static double hooke_pair_radius(double ra, double rb)
{
  return ra == 0.0 || rb == 0.0 ? ra + rb : fmin(ra, rb);
}

/* Stiffness of a pair: given; such that the lightest pair stays in contact for
 * contact_time; or such that the heaviest pair that meets at `speed` overlaps by
 * `overlap` of the smaller radius, (1/2) k d^2 = (1/2) m v^2 e_c: the dashpot takes as
 * much on the way in as on a way out that it does not pull on. */
static double hooke_stiffness(const gm_law_input *in, double zeta)
{
  const gm_material *a = in->a, *b = in->b;
  const gm_pair *p = &in->pair;
  if (p->contact_time > 0.0) {
    const double m = hooke_pair_mass(in, a->smallest, b->smallest);
    const double w0 =
        gm_law_phase(zeta, in->options.no_tension) / p->contact_time;
    return m * w0 * w0;
  }
  if (p->reference_speed > 0.0) {
    const double m = hooke_pair_mass(in, a->largest, b->largest);
    const double d =
        p->reference_overlap * hooke_pair_radius(a->largest, b->largest);
    return m * p->reference_speed * p->reference_speed / (d * d) *
           gm_law_restitution_clamped(zeta);
  }
  return p->stiffness;
}

/* Dashpots of a pair: given as coefficients.  The tangential one has the damping ratio of
 * the normal one unless it is given too: c_t = c_n sqrt(k_t / k_n). */
static void give_hooke_dashpots(const gm_law_input *in, gm_coefficients *c)
{
  const gm_pair *p = &in->pair;
  const double same = p->normal_damping * sqrt(c->kt / c->kn);
  c->normal_damping = p->normal_damping;
  if (in->options.tangential_damping)
    c->tangential_damping =
        isnan(p->tangential_damping) ? same : p->tangential_damping;
}

gm_coefficients gm_hooke_coefficients(const gm_law_input *in)
{
  const bool given = isnan(in->pair.restitution);
  const double zeta =
      given ? 0.0
            : gm_law_damping(in->pair.restitution, in->options.no_tension);
  const double kn = hooke_stiffness(in, zeta);
  gm_coefficients c = {.kn = kn,
                       .kt = gm_pair_keys_tangential(
                           &in->pair, in->options.tangential_ratio, kn),
                       .mu = in->pair.friction,
                       .least = in->options.no_tension ? 0.0 : -INFINITY};
  c.cn = 2.0 * zeta * sqrt(c.kn);
  c.ct = in->options.tangential_damping ? 2.0 * zeta * sqrt(c.kt) : 0.0;
  if (given) give_hooke_dashpots(in, &c);
  return c;
}

double gm_hooke_energy(const gm_coefficients *c, const gm_law_contact *k)
{
  return 0.5 * c->kn * k->overlap * k->overlap +
         0.5 * c->kt * gm_norm2(k->spring);
}

double gm_hooke_damping(const gm_coefficients *c, double mass, int tangential)
{
  const double u = 1.0 / sqrt(mass);
  return tangential ? 0.5 * (c->ct + c->tangential_damping * u) / sqrt(c->kt)
                    : 0.5 * (c->cn + c->normal_damping * u) / sqrt(c->kn);
}

/* Half period of the undamped spring, whatever the speed. */
double gm_hooke_duration(const gm_coefficients *c, double radius, double mass,
                         double speed)
{
  (void)radius;
  (void)speed;
  return GM_PI * sqrt(mass / c->kn);
}

GM_INLINE double no_attraction(gm_coefficients c, gm_law_contact k)
{
  (void)c;
  (void)k;
  return 0.0;
}

GM_HOOKE_LAW(hooke, GM_COHESION_NONE, no_attraction, gm_hooke_coefficients,
             gm_hooke_energy);

/* ---- attraction in proportion to the area: contact/hertz.c ----------------- */

static gm_coefficients sjkr_hooke_coefficients(const gm_law_input *in)
{
  gm_coefficients c = gm_hooke_coefficients(in);
  c.cohesion = in->pair.cohesion;
  return c;
}

static double sjkr_hooke_energy(const gm_coefficients *c,
                                const gm_law_contact *k)
{
  return gm_hooke_energy(c, k) - 0.5 * gm_hertz_attraction(*c, *k) * k->overlap;
}

GM_HOOKE_LAW(sjkr_hooke, GM_COHESION_SJKR, gm_hertz_attraction,
             sjkr_hooke_coefficients, sjkr_hooke_energy);
