/* contact/hooke.c -- linear spring-dashpot contact with Coulomb friction: contact/hooke.h.
 *
 * Room: contact.  May include: base, scene.
 *
 * P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47-65.
 */
#include "contact/hooke.h"

/* Mass of a grain of radius r. */
static double mass_of(const gm_material *m, double r)
{
  return m->density * 4.0 / 3.0 * GM_PI * r * r * r;
}

/* Effective mass and smaller radius of a pair of radii, one of which may be 0: a wall. */
static double pair_mass(const gm_material *a, double ra, const gm_material *b,
                        double rb)
{
  if (ra == 0.0 || rb == 0.0) return mass_of(a, ra) + mass_of(b, rb);
  return 1.0 / (1.0 / mass_of(a, ra) + 1.0 / mass_of(b, rb));
}

static double pair_radius(double ra, double rb)
{
  return ra == 0.0 || rb == 0.0 ? ra + rb : fmin(ra, rb);
}

/* Stiffness of a pair: given; such that the lightest pair stays in contact for contact_time;
 * or such that the heaviest pair that meets at `speed` overlaps by `overlap` of the smaller
 * radius, (1/2) k d^2 = (1/2) m v^2 e_c: the dashpot takes as much on the way in as on a way
 * out that it does not pull on. */
static double stiffness_of(const gm_law_input *in, double zeta)
{
  const gm_material *a = in->a, *b = in->b;
  const gm_pair *p = &in->pair;
  if (p->contact_time > 0.0) {
    const double m = pair_mass(a, a->smallest, b, b->smallest);
    const double w0 =
        gm_law_phase(zeta, in->options.no_tension) / p->contact_time;
    return m * w0 * w0;
  }
  if (p->speed > 0.0) {
    const double m = pair_mass(a, a->largest, b, b->largest);
    const double d = p->overlap * pair_radius(a->largest, b->largest);
    return m * p->speed * p->speed / (d * d) * gm_law_restitution_clamped(zeta);
  }
  return p->stiffness;
}

gm_coefficients gm_hooke_coefficients(const gm_law_input *in)
{
  const double zeta =
      gm_law_damping(in->pair.restitution, in->options.no_tension);
  const double kn = stiffness_of(in, zeta);
  gm_coefficients c = {.kn = kn,
                       .kt = in->options.tangential_ratio * kn,
                       .mu = in->pair.friction,
                       .least = in->options.no_tension ? 0.0 : -INFINITY};
  c.cn = 2.0 * zeta * sqrt(c.kn);
  c.ct = in->options.tangential_damping ? 2.0 * zeta * sqrt(c.kt) : 0.0;
  return c;
}

double gm_hooke_energy(const gm_coefficients *c, const gm_law_contact *k)
{
  return 0.5 * c->kn * k->overlap * k->overlap +
         0.5 * c->kt * gm_norm2(k->spring);
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

GM_HOOKE_LAW(hooke, GM_ATTRACTION_NONE, no_attraction, gm_hooke_coefficients,
             gm_hooke_energy);
