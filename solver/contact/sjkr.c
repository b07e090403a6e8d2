/* contact/sjkr.c -- attraction in proportion to the area of contact.
 *
 *   F_n = max(0, P - c_n v_n) - k_c A,   A = 2 pi R d
 *
 * A is the disc in which the undeformed bodies cut each other, to first order in d / R;
 * k_c the energy density of cohesion, in J/m3.  No attraction at first touch and no
 * pull-off force: grains at rest stay together only because they overlap, so that a law
 * for powders that are poured rather than pulled apart.  With hooke the two springs are
 * in parallel: k_c must stay well below k_n / (2 pi R), or the grains sink into each
 * other.  Friction is a part of the repulsion.  Energy: pi k_c R d^2 less.
 */
#include "contact/hertz.h"
#include "contact/hooke.h"

static double attraction_energy(const gm_coefficients *c,
                                const gm_law_contact *k)
{
  return -0.5 * gm_attraction_sjkr(*c, *k) * k->overlap;
}

static gm_coefficients sjkr_coefficients(const gm_law_input *in)
{
  gm_coefficients c = gm_hertz_coefficients(in);
  c.cohesion = in->pair.cohesion;
  return c;
}

static gm_coefficients sjkr_hooke_coefficients(const gm_law_input *in)
{
  gm_coefficients c = gm_hooke_coefficients(in);
  c.cohesion = in->pair.cohesion;
  return c;
}

static double sjkr_normal_energy(const gm_coefficients *c,
                                 const gm_law_contact *k)
{
  return gm_hertz_normal_energy(c, k) + attraction_energy(c, k);
}

static double sjkr_hooke_energy(const gm_coefficients *c,
                                const gm_law_contact *k)
{
  return gm_hooke_energy(c, k) + attraction_energy(c, k);
}

/* Held by attraction alone: a = 3 pi R k_c / (2 E). */
static double sjkr_duration(const gm_coefficients *c, double radius,
                            double mass, double speed)
{
  const double a = 3.0 * GM_PI * radius * c->cohesion / c->kn;
  return gm_hertz_duration_at(c, radius, mass, speed, a);
}

GM_HERTZ_LAW(sjkr, GM_COHESION_SJKR, gm_hertz_sjkr, 0, 0, sjkr_coefficients,
             sjkr_normal_energy, sjkr_duration, NULL);
GM_HERTZ_LAW(sjkr_total, GM_COHESION_SJKR, gm_hertz_sjkr, 1, 0,
             sjkr_coefficients, sjkr_normal_energy, sjkr_duration, NULL);
GM_HOOKE_LAW(sjkr_hooke, GM_COHESION_SJKR, gm_attraction_sjkr,
             sjkr_hooke_coefficients, sjkr_hooke_energy);
