/* tests/verification/restitution.h -- the table of restitutions that both laws are held
 * to.
 *
 * A grain bounces off a wall with linear or Tsuji damping, zeta the ratio of critical
 * damping.  Contact ends at overlap 0 if the force may pull, and where it would begin
 * to pull if it may not:
 *
 *   e   = exp(-pi zeta / sqrt(1 - zeta^2))
 *   e_c = exp(-(zeta / s) (pi - atan2(2 zeta s, 1 - 2 zeta^2))),  s = sqrt(1 - zeta^2)
 *       = exp(-2 (zeta / q) atanh(q / zeta)),                     q = sqrt(zeta^2 - 1)
 *
 * T. Schwager and T. Poeschel, Granular Matter 9 (2007) 465-469; Y. Tsuji, T. Tanaka
 * and T. Ishida, Powder Technology 71 (1992) 239-250.  Three ways: pulling allowed;
 * forbidden, and the law makes up for it; forbidden, with the damping of the first
 * formula, so that e_c of it comes out: .5503 for .5.  These are also held to a
 * published list of four digits.
 *
 * Required:
 *
 *   - the mean over 20 entry phases is off by less than 1.5e-4 at 200 steps for each
 *     contact, and by at most 0.6 of that each time the step is halved (first order
 *     leaves 0.5),
 *     down to 2e-6, or 6e-5 where the force may pull: there it jumps to zero at the end,
 *     up to a step late, and 20 phases do not average that away;
 *   - from first touch, one phase, `allowed`: a linear dashpot sets in with a jump that a
 *     step may miss or take in full.
 */
#ifndef GM_TESTS_RESTITUTION_H
#define GM_TESTS_RESTITUTION_H

#include "bounce.h"

static inline double restitution_mean(const bounce *b, int steps)
{
  double sum = 0.0;
  for (int k = 0; k < 20; ++k) {
    sum += 0.05 * bounce_restitution(b, steps, 0.05 * (k + 0.5));
  }
  return sum;
}

/* Closed form, on its own: no line of it is the law's. */
static inline double restitution_clamped(double zeta)
{
  if (zeta > 1.0) {
    const double q = sqrt(zeta * zeta - 1.0);
    return exp(-2.0 * zeta / q * atanh(q / zeta));
  }
  const double s = sqrt(1.0 - zeta * zeta);
  return exp(-zeta / s *
             (GM_PI - atan2(2.0 * zeta * s, 1.0 - 2.0 * zeta * zeta)));
}

static inline void restitution_row(bounce b, double e, double listed,
                                   double allowed)
{
  const double l = log(e);
  const double zeta = -l / sqrt(GM_PI * GM_PI + l * l);
  const double expected = b.open ? restitution_clamped(zeta) : e;
  if (b.open) CHECK_NEAR(expected, listed, 5.0e-5); /* its last digit */
  b.restitution = e;
  const double touch = bounce_restitution(&b, 200, 0.0) - expected;
  const double m200 = restitution_mean(&b, 200);
  const double m400 = restitution_mean(&b, 400);
  const double m800 = restitution_mean(&b, 800);
  printf("%5.2f %8.5f %9.1e %10.1e %9.1e %9.1e\n", e, expected, touch,
         m200 - expected, m400 - expected, m800 - expected);
  CHECK_NEAR(touch, 0.0, allowed);
  CHECK_NEAR(m200, expected, 1.5e-4);
  const double least = b.no_tension ? 2.0e-6 : 6.0e-5;
  CHECK(fabs(m400 - expected) < 0.6 * fabs(m200 - expected) + least);
  CHECK(fabs(m800 - expected) < 0.6 * fabs(m400 - expected) + least);
}

static inline int restitution_table(enum gm_choice_law law, double allowed)
{
  static const double es[] = {0.06, 0.1, 0.2, 0.3, 0.4,  0.5,
                              0.6,  0.7, 0.8, 0.9, 0.95, 0.98};
  static const double listed[] = {0.0,   .2527, .3249, .3971, .4720, .5503,
                                  .6323, .7182, .8081, .9020, .9505, .9801};
  static const char *const ways[] = {"pulling allowed", "pulling forbidden",
                                     "forbidden, damped as if allowed"};
  for (int way = 0; way < 3; ++way) {
    printf("%s\n    e  expected  at touch  mean: 200       400       800\n",
           ways[way]);
    for (int k = way == 1 ? 0 : 1; k < 12; ++k) {
      const bounce b = {.law = law, .no_tension = way > 0, .open = way == 2};
      restitution_row(b, es[k], listed[k], allowed);
    }
  }
  return CHECK_REPORT();
}

#endif
