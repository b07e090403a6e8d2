/* rigid/grain_rule.h -- mass, moment of inertia and volume of a grain: sphere or disc.
 *
 * A scene has one rule for all its grains.  Every formula that needs a mass or a moment
 * of inertia reads it here, so that a disc differs from a sphere by numbers alone:
 *
 *              mass                  I = beta m r^2, 1 / beta = s0 + s1 r
 *   sphere     (4/3) pi rho r^3      s0 = 5/2, s1 = 0
 *   disc       pi rho r^2 t          s0 = 2,   s1 = 0
 *   lecture    (4/3) pi rho r^3      s0 = 0,   s1 = 8 / (3 t), from I = pi rho r^4 t / 2
 *
 * with thickness t.  The last is a published sample that gives a disc the mass of a
 * sphere.  A rule of zeros is that of spheres in space.
 */
#ifndef GM_RIGID_GRAIN_RULE_H
#define GM_RIGID_GRAIN_RULE_H

#include "base/vec3.h"
#include "config/choices.h"

typedef struct gm_grain_rule {
  int body;         /* enum gm_choice_body */
  int flat;         /* 1: two dimensions, all grains are in the plane z = 0 */
  double thickness; /* m  of discs */
} gm_grain_rule;

/* m r^2 / I of a grain of radius r (m): s0 + s1 r. */
typedef struct gm_grain_spin {
  double s0, s1; /* 1, 1/m */
} gm_grain_spin;

GM_INLINE gm_grain_spin gm_grain_rule_spin(const gm_grain_rule *rule)
{
  switch (rule->body) {
  case GM_BODY_DISC:
    return (gm_grain_spin){2.0, 0.0};
  case GM_BODY_LECTURE:
    return (gm_grain_spin){0.0, 8.0 / (3.0 * rule->thickness)};
  default:
    return (gm_grain_spin){2.5, 0.0};
  }
}

GM_INLINE double gm_grain_rule_spin_at(gm_grain_spin s, double r)
{
  return s.s0 + s.s1 * r;
}

/* Moment of inertia over m r^2 of a grain of radius r (m). */
GM_INLINE double gm_grain_rule_beta(const gm_grain_rule *rule, double r)
{
  return 1.0 / gm_grain_rule_spin_at(gm_grain_rule_spin(rule), r);
}

/* Tangential over normal stiffness with which both springs of a contact have one
 * period, for grains of radius r (m): 1 / (1 + 1 / beta). */
GM_INLINE double gm_grain_rule_ratio(const gm_grain_rule *rule, double r)
{
  return 1.0 / (1.0 + gm_grain_rule_spin_at(gm_grain_rule_spin(rule), r));
}

/* Mass (kg) of a grain of radius r (m) and that density (kg/m3). */
GM_INLINE double gm_grain_rule_mass(const gm_grain_rule *rule, double r,
                                    double density)
{
  if (rule->body == GM_BODY_DISC)
    return density * GM_PI * r * r * rule->thickness;
  return density * (4.0 / 3.0) * GM_PI * r * r * r;
}

/* Power of the radius that masses are proportional to, and volumes (below). */
GM_INLINE int gm_grain_rule_mass_power(const gm_grain_rule *rule)
{
  return rule->body == GM_BODY_DISC ? 2 : 3;
}

GM_INLINE int gm_grain_rule_volume_power(const gm_grain_rule *rule)
{
  return rule->flat ? 2 : 3;
}

/* Volume (m3) of a grain of radius r (m), as solid fractions count it.  In the plane
 * it is the area times the thickness for every body: the fraction is one of areas. */
GM_INLINE double gm_grain_rule_volume(const gm_grain_rule *rule, double r)
{
  if (rule->flat) return GM_PI * r * r * rule->thickness;
  return 4.0 / 3.0 * GM_PI * r * r * r;
}

#endif
