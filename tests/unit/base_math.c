/* unit/base_math.c -- functions of base/math.h against 113 bits: correctly rounded. */
#include "base/math.h"

#include "check.h"
#include "random.h"
#include <quadmath.h>
#include <string.h>

enum { N = 4000 };

typedef double one(double x);
typedef __float128 wide(__float128 x);

static double ulp(double x)
{
  return nextafter(fabs(x), INFINITY) - fabs(x);
}

/* Arguments between low and high, and as many whose magnitudes are spread evenly. */
static void check(const char *name, one *f, wide *q, double low, double high)
{
  double worst = 0.0;
  int wrong = 0;
  for (int k = 0; k < N; ++k) {
    double x = random_between(low, high);
    if (k % 2)
      x = copysign(exp2(random_between(-60.0, log2(fmax(-low, high)))), x);
    if (x < low || x > high) continue;
    const double y = f(x);
    const __float128 right = q(x);
    worst = fmax(worst, fabs((double)(y - right)) / ulp((double)right));
    wrong += y != (double)right;
  }
  printf("%-6s %.6f ulp at most, %d of %d not correctly rounded\n", name, worst,
         wrong, N);
  CHECK(worst < 0.500001);
  CHECK(wrong == 0);
}

static double power_y;
static double pow_y(double x)
{
  return gm_math_pow(x, power_y);
}
static __float128 wide_pow(__float128 x)
{
  return powq(x, power_y);
}
static double angle_y(double x)
{
  return gm_math_atan2(power_y, x);
}
static __float128 wide_angle(__float128 x)
{
  return atan2q(power_y, x);
}

static void check_special(void)
{
  CHECK(gm_math_sin(0.0) == 0.0 && gm_math_cos(0.0) == 1.0);
  CHECK(signbit(gm_math_sin(-0.0)) && isnan(gm_math_sin(INFINITY)));
  CHECK(gm_math_exp(0.0) == 1.0 && gm_math_exp(-1e9) == 0.0);
  CHECK(isinf(gm_math_exp(1e9)) && gm_math_log(1.0) == 0.0);
  CHECK(gm_math_log(0.0) == -INFINITY && isnan(gm_math_log(-1.0)));
  CHECK(gm_math_pow(10.0, 3.0) == 1000.0 && gm_math_pow(0.0, 2.0) == 0.0);
  CHECK(gm_math_cbrt(-27.0) == -3.0 && gm_math_cbrt(0x1p-1074) > 0.0 &&
        gm_math_cbrt(1e300) == 1e100);
  CHECK(gm_math_pow(10.0, -2.0) == 0.01 && gm_math_pow(2.0, 0.5) == sqrt(2.0));
  CHECK(gm_math_acos(1.0) == 0.0 && gm_math_acos(-1.0) == acos(-1.0));
  CHECK(gm_math_asin(1.0) == 0.5 * acos(-1.0));
  static const double at[] = {0.0,      -0.0,      1.0,    -1.0,
                              INFINITY, -INFINITY, 5e-324, 1e308};
  for (int k = 0; k < 64; ++k) {
    const double y = gm_math_atan2(at[k / 8], at[k % 8]);
    const double right = (double)atan2q(at[k / 8], at[k % 8]);
    if (!CHECK(memcmp(&y, &right, sizeof y) == 0))
      printf("atan2(%g, %g) = %.17g\n", at[k / 8], at[k % 8], y);
  }
}

int main(void)
{
  random_begin();
  check_special();
  check("sin", gm_math_sin, sinq, -1e6, 1e6);
  check("cos", gm_math_cos, cosq, -1e6, 1e6);
  check("sin", gm_math_sin, sinq, -4.0, 4.0);
  check("cos", gm_math_cos, cosq, -4.0, 4.0);
  check("asin", gm_math_asin, asinq, -1.0, 1.0);
  check("acos", gm_math_acos, acosq, -1.0, 1.0);
  check("exp", gm_math_exp, expq, -700.0, 700.0);
  check("expm1", gm_math_expm1, expm1q, -30.0, 30.0);
  check("log", gm_math_log, logq, 1e-9, 1e9);
  check("log1p", gm_math_log1p, log1pq, -0.999, 10.0);
  check("atanh", gm_math_atanh, atanhq, -0.999, 0.999);
  for (double x = 1e-20; x < 1e20; x *= 1.37)
    CHECK(fabs(gm_math_decades(x) - log10(x)) < 1e-9);
  check("cbrt", gm_math_cbrt, cbrtq, 1e-30, 1e-2);
  check("cbrt", gm_math_cbrt, cbrtq, -9.0, 8.0);
  for (power_y = -7.3; power_y < 8.0; power_y += 1.9)
    check("pow", pow_y, wide_pow, 1e-6, 1e6);
  for (power_y = -2.3; power_y < 3.0; power_y += 1.7)
    check("atan2", angle_y, wide_angle, -3.0, 3.0);
  return CHECK_REPORT();
}
