/* base/math.h -- functions that round alike on every processor.
 *
 * The C library chooses at load between versions of sin, exp, pow ... with and without
 * fused multiply-add, which differ in the last bit for one argument in a thousand or
 * so.  These are made of additions, multiplications, divisions and square roots alone,
 * in pairs of doubles, so that what is rounded at the end is right to 2^-90: correctly
 * rounded but for one argument in 10^11.  They take 0.3 to 0.8 us.  Special cases are
 * those of the C library; gm_math_pow is for a base that is not negative.
 */
#ifndef GM_BASE_MATH_H
#define GM_BASE_MATH_H

double gm_math_sin(double x); /* |x| below 2^40, else NaN; likewise cosine */
double gm_math_cos(double x);
double gm_math_asin(double x);
double gm_math_acos(double x);
double gm_math_atan2(double y, double x);
double gm_math_exp(double x);
double gm_math_expm1(double x);
double gm_math_log(double x);
double gm_math_log1p(double x);
double gm_math_atanh(double x);
double gm_math_pow(double x, double y);
double gm_math_cbrt(double x);

/* The decimal logarithm of x > 0 with an error of 1e-9, in 10 ns: for bins. */
double gm_math_decades(double x);

#endif
