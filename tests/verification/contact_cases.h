/* tests/verification/contact_cases.h -- small cases of contact with closed forms: their
 * table.
 *
 * Shared by contact_impulses, contact_forces and contact_decays.  A line for each
 * quantity: case, quantity, exact value, found value, error as a part of `scale`, what of
 * it is allowed.
 *
 * The choice of cases follows the unit tests of LAMMPS' package GRANULAR (folder
 * unittest/granular of github.com/lammps/lammps and the closed forms of its
 * dem_audit.py): restitution, peak of a Hertzian impact, oblique and spin impact, slip
 * and its end, decay of rolling and twist, slopes, pull-off; and goes on to other sizes,
 * masses, laws and histories.
 */
#ifndef GM_TESTS_CONTACT_CASES_H
#define GM_TESTS_CONTACT_CASES_H

#include "check.h"
#include "pair.h"

static inline void contact_cases_head(void)
{
  printf("%-34s %-24s %13s %13s %9s %8s\n", "case", "quantity", "exact",
         "found", "error", "allowed");
}

static inline void contact_cases_row(const char *name, const char *quantity,
                                     double exact, double found, double scale,
                                     double allowed)
{
  printf("%-34s %-24s %13.6g %13.6g %9.1e %8.0e\n", name, quantity, exact,
         found, (found - exact) / scale, allowed);
  if (!CHECK_NEAR((found - exact) / scale, 0.0, allowed))
    fprintf(stderr, "  of the case: %s, %s\n", name, quantity);
}

/* The same of a value that is not zero, as a part of it. */
static inline void contact_cases_part(const char *name, const char *quantity,
                                      double exact, double found,
                                      double allowed)
{
  contact_cases_row(name, quantity, exact, found, exact, allowed);
}

/* Of vectors: sizes are shown, the error is the size of the difference. */
static inline void contact_cases_vector(const char *name, const char *quantity,
                                        gm_vec3 exact, gm_vec3 found,
                                        double scale, double allowed)
{
  const double off = gm_norm(gm_sub(found, exact)) / scale;
  printf("%-34s %-24s %13.6g %13.6g %9.1e %8.0e\n", name, quantity,
         gm_norm(exact), gm_norm(found), off, allowed);
  if (!CHECK_NEAR(off, 0.0, allowed))
    fprintf(stderr, "  of the case: %s, %s\n", name, quantity);
}

/* Ratio of critical damping of a linear dashpot that never pulls with restitution e, by
 * bisection
 * of  e = exp(-2 (zeta / s) atan(s / zeta)),  s^2 = 1 - zeta^2. */
static inline double contact_cases_damping(double e)
{
  double low = 0.0, high = 0.999;
  for (int n = 0; n < 60; ++n) {
    const double x = 0.5 * (low + high), s = sqrt(1.0 - x * x);
    if (exp(-2.0 * x / s * atan2(s, x)) > e)
      low = x;
    else
      high = x;
  }
  return low;
}

#endif
