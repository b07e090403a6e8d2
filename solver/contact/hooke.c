/* contact/hooke.c -- linear spring-dashpot contact with Coulomb friction: contact/hooke.h.
 *
 * Room: contact.  May include: base, scene.
 *
 * P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47-65.
 */
#include "contact/hooke.h"

gm_coefficients gm_hooke_coefficients(const gm_law_input *in)
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
