/* tests/check.h -- the three macros that a test needs.
 *
 *   CHECK(condition)                   the condition holds
 *   CHECK_NEAR(value, expected, tol)   |value - expected| <= tol; NaN is never near
 *   return CHECK_REPORT();             at the end of main: prints the count,
 *                                      returns 0, or 1 if a check failed or none ran
 *
 * CHECK and CHECK_NEAR continue after a failure and return whether they held, so a
 * loop can stop early.  A helper source of a test may use them too: the counters
 * are shared by the whole program.  Not for use inside a parallel region.
 */
#ifndef GM_TESTS_CHECK_H
#define GM_TESTS_CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/* Weak: every source of the program sees the same two counters. */
__attribute__((weak)) long check_count;
__attribute__((weak)) long check_failed;

enum { check_shown = 20 }; /* failures printed in full; the rest are counted */

#define CHECK(condition)                                                       \
  check_true((condition) ? true : false, #condition, __FILE__, __LINE__)
#define CHECK_NEAR(value, expected, tolerance)                                 \
  check_near((value), (expected), (tolerance), #value, #expected, __FILE__,    \
             __LINE__)
#define CHECK_REPORT() check_report()

static inline bool check_fails_in_full(void)
{
  fflush(stdout); /* keep the failure behind the table row it belongs to */
  return ++check_failed <= check_shown;
}

static inline bool check_true(bool holds, const char *condition,
                              const char *file, int line)
{
  ++check_count;
  if (!holds && check_fails_in_full()) {
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, condition);
  }
  return holds;
}

static inline bool check_near(double value, double expected, double tolerance,
                              const char *value_text, const char *expected_text,
                              const char *file, int line)
{
  ++check_count;
  /* <= is false for NaN, whichever of the three it is. */
  const double error = fabs(value - expected);
  const bool holds = error <= tolerance;
  if (!holds && check_fails_in_full()) {
    fprintf(stderr,
            "%s:%d: failed: %s = %.17g is not %s = %.17g: off by %.3g, "
            "allowed %.3g\n",
            file, line, value_text, value, expected_text, expected, error,
            tolerance);
  }
  return holds;
}

__attribute__((warn_unused_result)) static inline int check_report(void)
{
  if (check_failed > check_shown) {
    fprintf(stderr, "... and %ld more\n", check_failed - check_shown);
  }
  printf("%ld checks, %ld failed\n", check_count, check_failed);
  if (check_count == 0) fprintf(stderr, "no check ran\n");
  return check_count == 0 || check_failed > 0;
}

#endif
