/* contact/dmt.c -- stiff small adhesive grains: Hertz and a constant attraction.
 *
 *   F_n = max(0, (4/3) E a d - c_n v_n) - 2 pi w R,   a = sqrt(R d)
 *
 * w work of adhesion of the two surfaces (twice the surface energy of equal ones), in
 * J/m2.  Pull-off force 2 pi w R, at the moment the surfaces part; nothing is lost by it.
 * Friction is a part of the Hertz force: of load and attraction together.  Energy: that
 * of Hertz, less 2 pi w R d.
 *
 * B. V. Derjaguin, V. M. Muller and Y. P. Toporov, J. Colloid Interface Sci. 53 (1975)
 * 314-326.
 */
#include "contact/hertz.h"

#include "base/math.h"

static gm_coefficients dmt_coefficients(const gm_law_input *in)
{
  gm_coefficients c = gm_hertz_coefficients(in);
  c.cohesion = in->pair.adhesion;
  return c;
}

static double dmt_normal_energy(const gm_coefficients *c,
                                const gm_law_contact *k)
{
  return gm_hertz_normal_energy(c, k) -
         2.0 * GM_PI * c->cohesion * k->radius * k->overlap;
}

/* Held by attraction alone: a^3 = 3 pi w R^2 / (2 E). */
static double dmt_duration(const gm_coefficients *c, double radius, double mass,
                           double speed)
{
  const double a =
      gm_math_cbrt(3.0 * GM_PI * c->cohesion * radius * radius / c->kn);
  return gm_hertz_duration_at(c, radius, mass, speed, a);
}

GM_HERTZ_LAW(dmt, GM_COHESION_DMT, gm_hertz_dmt, 0, 0, dmt_coefficients,
             dmt_normal_energy, dmt_duration, NULL);
GM_HERTZ_LAW(dmt_total, GM_COHESION_DMT, gm_hertz_dmt, 1, 0, dmt_coefficients,
             dmt_normal_energy, dmt_duration, NULL);
