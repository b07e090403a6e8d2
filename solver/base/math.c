/* base/math.c -- functions that round alike on every processor.
 *
 * Numbers are pairs (h, l) of doubles with |l| <= ulp(h) / 2 and the value h + l: some
 * 106 bits.  Sums and products of two doubles are exact as pairs (Dekker, Numer. Math. 18
 * (1971) 224-242).  Arguments are reduced until a Taylor series is short.
 */
#include "base/math.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dd {
  double h, l;
} dd;

/* Three doubles that add up to each. */
static const double half_pi[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                  -0x1.f1976b7ed8fbcp-110};
static const double ln2[3] = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56,
                              0x1.7b57a079a1934p-111};

/* 1 / n! and 1 / (2 n + 1). */
static const dd inverse_factorial[] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p-1, 0x0.0p+0},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
    {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
    {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
    {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92},
    {0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97},
    {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
    {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
    {0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107},
    {0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112},
    {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120},
    {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
    {0x1.0ce396db7f853p-70, -0x1.aebcdbd20331cp-124},
    {0x1.761b41316381ap-75, -0x1.3423c7d91404fp-130},
    {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135},
    {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139},
    {0x1.88e85fc6a4e5ap-89, -0x1.71c37ebd16540p-143},
    {0x1.d1ab1c2dccea3p-94, 0x1.054d0c78aea14p-149},
};
static const dd inverse_odd[] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.5555555555555p-2, 0x1.5555555555555p-56},
    {0x1.999999999999ap-3, -0x1.999999999999ap-57},
    {0x1.2492492492492p-3, 0x1.2492492492492p-57},
    {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},
    {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59},
    {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58},
    {0x1.1111111111111p-4, 0x1.1111111111111p-60},
    {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61},
    {0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59},
    {0x1.8618618618618p-5, 0x1.8618618618618p-59},
    {0x1.642c8590b2164p-5, 0x1.642c8590b2164p-60},
    {0x1.47ae147ae147bp-5, -0x1.eb851eb851eb8p-61},
    {0x1.2f684bda12f68p-5, 0x1.2f684bda12f68p-59},
    {0x1.1a7b9611a7b96p-5, 0x1.1a7b9611a7b96p-61},
    {0x1.0842108421084p-5, 0x1.0842108421084p-60},
    {0x1.f07c1f07c1f08p-6, -0x1.f07c1f07c1f08p-61},
    {0x1.d41d41d41d41dp-6, 0x1.0750750750750p-60},
    {0x1.bacf914c1bad0p-6, -0x1.bacf914c1bad0p-60},
    {0x1.a41a41a41a41ap-6, 0x1.0690690690690p-60},
    {0x1.8f9c18f9c18fap-6, -0x1.f3831f3831f38p-61},
    {0x1.7d05f417d05f4p-6, 0x1.7d05f417d05f4p-62},
};

/* ---- pairs of doubles ------------------------------------------------------ */

static dd math_dd_fast(double a, double b) /* |a| >= |b| */
{
  const double h = a + b;
  return (dd){h, b - (h - a)};
}

static dd math_dd_sum(double a, double b)
{
  const double h = a + b, v = h - a;
  return (dd){h, (a - (h - v)) + (b - v)};
}

static dd math_dd_product(double a, double b)
{
  const double s = 134217729.0, p = s * a, q = s * b; /* 2^27 + 1 */
  const double ah = p - (p - a), al = a - ah, bh = q - (q - b), bl = b - bh;
  const double h = a * b;
  return (dd){h, ((ah * bh - h) + ah * bl + al * bh) + al * bl};
}

static dd math_dd_add(dd a, dd b)
{
  dd s = math_dd_sum(a.h, b.h);
  const dd t = math_dd_sum(a.l, b.l);
  s = math_dd_fast(s.h, s.l + t.h);
  return math_dd_fast(s.h, s.l + t.l);
}

static dd math_dd_negative(dd a)
{
  return (dd){-a.h, -a.l};
}

static dd math_dd_times(dd a, dd b)
{
  const dd p = math_dd_product(a.h, b.h);
  return math_dd_fast(p.h, p.l + (a.h * b.l + a.l * b.h));
}

static dd math_dd_scaled(dd a, double power_of_two)
{
  return (dd){a.h * power_of_two, a.l * power_of_two};
}

static dd math_dd_over(dd a, dd b)
{
  const double q = a.h / b.h;
  const dd r = math_dd_add(a, math_dd_negative(math_dd_times((dd){q, 0.0}, b)));
  const double p = r.h / b.h;
  const dd t = math_dd_add(r, math_dd_negative(math_dd_times((dd){p, 0.0}, b)));
  return math_dd_add(math_dd_fast(q, p), (dd){t.h / b.h, 0.0});
}

static dd math_dd_root(dd a)
{
  if (!(a.h > 0.0)) return (dd){0.0, 0.0};
  const double r = sqrt(a.h);
  const dd rest = math_dd_add(a, math_dd_negative(math_dd_product(r, r)));
  return math_dd_fast(r, rest.h / (2.0 * r));
}

static double math_dd_value(dd a)
{
  return a.h + a.l;
}

/* x - n c, c in three doubles. */
static dd math_dd_less(double x, double n, const double c[3])
{
  dd r = {x, 0.0};
  for (int k = 0; k < 3; ++k)
    r = math_dd_add(r, math_dd_negative(math_dd_product(n, c[k])));
  return r;
}

/* ---- sine and cosine ------------------------------------------------------- */

/* x^first / first! - x^(first + 2) / (first + 2)! + ..., |x| <= pi / 4. */
static dd math_dd_series(dd x, int first)
{
  const dd x2 = math_dd_times(x, x);
  dd s = {0.0, 0.0};
  for (int n = first + 26 > 27 ? 27 : first + 26; n >= first; n -= 2)
    s = math_dd_add(inverse_factorial[n],
                    math_dd_negative(math_dd_times(x2, s)));
  return first ? math_dd_times(x, s) : s;
}

/* The sine of x + quarters pi / 2. */
static dd math_dd_sine(double x, int quarters)
{
  const double n = nearbyint(x / half_pi[0]);
  const dd r = math_dd_less(x, n, half_pi);
  const int turn = (int)((int64_t)n + quarters) & 3;
  const dd s = math_dd_series(r, turn & 1 ? 0 : 1);
  return turn & 2 ? math_dd_negative(s) : s;
}

static int is_math_far_angle(double x)
{
  return !(fabs(x) < 0x1p40);
}

double gm_math_sin(double x)
{
  if (is_math_far_angle(x)) return NAN;
  return fabs(x) < 0x1p-60 ? x : math_dd_value(math_dd_sine(x, 0));
}

double gm_math_cos(double x)
{
  return is_math_far_angle(x) ? NAN : math_dd_value(math_dd_sine(x, 1));
}

/* ---- arc functions --------------------------------------------------------- */

/* The angle of (x, y), both at least 0 and not both 0. */
static dd math_dd_angle(dd y, dd x)
{
  const int steep = y.h > x.h;
  if (steep) {
    const dd t = y;
    y = x;
    x = t;
  }
  /* In double precision: a series for a quarter of the angle. */
  double t = y.h / x.h;
  for (int k = 0; k < 2; ++k)
    t /= 1.0 + sqrt(1.0 + t * t);
  double near = 0.0;
  for (int k = 11; k >= 0; --k)
    near = inverse_odd[k].h - t * t * near;
  near *= 4.0 * t;
  /* What is left of it, by the addition theorem. */
  const dd s = math_dd_sine(near, 0), c = math_dd_sine(near, 1);
  const dd rest = math_dd_over(
      math_dd_add(math_dd_times(y, c), math_dd_negative(math_dd_times(x, s))),
      math_dd_add(math_dd_times(x, c), math_dd_times(y, s)));
  const dd cube = math_dd_times(rest, math_dd_times(rest, rest));
  const dd a = math_dd_add(
      (dd){near, 0.0},
      math_dd_add(rest, math_dd_negative(math_dd_times(cube, inverse_odd[1]))));
  if (!steep) return a;
  return math_dd_add((dd){half_pi[0], half_pi[1]}, math_dd_negative(a));
}

double gm_math_atan2(double y, double x)
{
  if (isnan(x) || isnan(y)) return NAN;
  double u = fabs(y), v = fabs(x);
  if (isinf(u)) {
    v = isinf(v) ? 1.0 : 0.0;
    u = 1.0;
  } else if (isinf(v)) {
    u = 0.0;
  }
  /* Away from where products lose digits; with u = v = 0 the angle is 0. */
  const int e = ilogb(fmax(fmax(u, v), 0x1p-1022));
  u = ldexp(u, -e);
  v = ldexp(v, -e);
  dd a = {0.0, 0.0};
  if (u < 0x1p-400 && !signbit(x))
    return copysign(v > 0.0 ? fabs(y) / fabs(x) : 0.0, y);
  if (u > 0.0) a = math_dd_angle((dd){u, 0.0}, (dd){v, 0.0});
  if (signbit(x))
    a = math_dd_add((dd){2.0 * half_pi[0], 2.0 * half_pi[1]},
                    math_dd_negative(a));
  return copysign(math_dd_value(a), y);
}

double gm_math_acos(double x)
{
  if (!(fabs(x) <= 1.0)) return NAN;
  if (x == 1.0) return 0.0;
  return math_dd_value(
      math_dd_scaled(math_dd_angle(math_dd_root(math_dd_sum(1.0, -x)),
                                   math_dd_root(math_dd_sum(1.0, x))),
                     2.0));
}

double gm_math_asin(double x)
{
  if (!(fabs(x) <= 1.0)) return NAN;
  if (fabs(x) < 0x1p-60) return x;
  const dd c =
      math_dd_root(math_dd_times(math_dd_sum(1.0, -x), math_dd_sum(1.0, x)));
  return copysign(math_dd_value(math_dd_angle((dd){fabs(x), 0.0}, c)), x);
}

/* ---- exponentials ---------------------------------------------------------- */

/* exp(x) - 1 by 27 terms, |x| < 0.4. */
static dd math_short_expm1(dd x)
{
  dd s = {0.0, 0.0};
  for (int n = 27; n >= 1; --n)
    s = math_dd_add(inverse_factorial[n], math_dd_times(x, s));
  return math_dd_times(x, s);
}

/* exp(x) 2^-*power, |x| < 800. */
static dd math_long_exp(dd x, int *power)
{
  const double n = nearbyint(x.h / ln2[0]);
  const dd r = math_dd_add(math_dd_less(x.h, n, ln2), (dd){x.l, 0.0});
  *power = (int)n;
  return math_dd_add((dd){1.0, 0.0}, math_short_expm1(r));
}

static double math_exp(dd x)
{
  if (isnan(x.h)) return NAN;
  if (x.h > 710.0) return INFINITY;
  if (x.h < -746.0) return 0.0;
  int power = 0;
  const dd e = math_long_exp(x, &power);
  return ldexp(math_dd_value(e), power);
}

double gm_math_exp(double x)
{
  return math_exp((dd){x, 0.0});
}

double gm_math_expm1(double x)
{
  if (isnan(x) || fabs(x) < 0x1p-60) return x;
  if (fabs(x) < 0.4) return math_dd_value(math_short_expm1((dd){x, 0.0}));
  if (x > 710.0) return INFINITY;
  if (x < -60.0) return -1.0;
  int power = 0;
  const dd e = math_dd_scaled(math_long_exp((dd){x, 0.0}, &power), 1.0);
  if (power > 200) return ldexp(math_dd_value(e), power);
  return math_dd_value(
      math_dd_add(math_dd_scaled(e, ldexp(1.0, power)), (dd){-1.0, 0.0}));
}

/* ---- logarithms ------------------------------------------------------------ */

/* artanh(s), |s| < 0.18. */
static dd math_short_atanh(dd s)
{
  const dd s2 = math_dd_times(s, s);
  dd a = {0.0, 0.0};
  for (int k = 21; k >= 0; --k)
    a = math_dd_add(inverse_odd[k], math_dd_times(s2, a));
  return math_dd_times(s, a);
}

/* The logarithm of x > 0; less_one: x - 1, where that is known better. */
static dd math_long_log(dd x, const dd *less_one)
{
  const dd one = {1.0, 0.0};
  int power = 0;
  const double m = frexp(x.h, &power);
  if (m < 0.70710678) --power;
  const dd y = {ldexp(x.h, -power), ldexp(x.l, -power)};
  const dd up = less_one && power == 0 ? *less_one
                                       : math_dd_add(y, math_dd_negative(one));
  const dd a = math_dd_scaled(
      math_short_atanh(math_dd_over(up, math_dd_add(y, one))), 2.0);
  return math_dd_add(math_dd_negative(math_dd_less(0.0, power, ln2)), a);
}

double gm_math_log(double x)
{
  if (isnan(x) || x < 0.0) return NAN;
  if (x == 0.0) return -INFINITY;
  if (isinf(x)) return x;
  return math_dd_value(math_long_log((dd){x, 0.0}, NULL));
}

double gm_math_log1p(double x)
{
  if (isnan(x) || x < -1.0) return NAN;
  if (x == -1.0) return -INFINITY;
  if (isinf(x) || fabs(x) < 0x1p-60) return x;
  return math_dd_value(math_long_log(math_dd_sum(1.0, x), &(dd){x, 0.0}));
}

double gm_math_atanh(double x)
{
  if (!(fabs(x) <= 1.0)) return NAN;
  if (fabs(x) == 1.0) return copysign(INFINITY, x);
  if (fabs(x) < 0x1p-60) return x;
  if (fabs(x) < 0.17) return math_dd_value(math_short_atanh((dd){x, 0.0}));
  return math_dd_value(math_dd_scaled(
      math_long_log(math_dd_over(math_dd_sum(1.0, x), math_dd_sum(1.0, -x)),
                    NULL),
      0.5));
}

double gm_math_pow(double x, double y)
{
  if (y == 0.0 || x == 1.0) return 1.0;
  if (isnan(x) || isnan(y) || x < 0.0) return NAN;
  if (x == 0.0) return y > 0.0 ? 0.0 : INFINITY;
  if (isinf(x) || isinf(y)) return (x > 1.0) == (y > 0.0) ? INFINITY : 0.0;
  const dd l = math_long_log((dd){x, 0.0}, NULL);
  if (fabs(l.h * y) > 800.0) return l.h * y > 0.0 ? INFINITY : 0.0;
  return math_exp(math_dd_times(l, (dd){y, 0.0}));
}

double gm_math_cbrt(double x)
{
  if (x == 0.0 || !isfinite(x)) return x;
  int e;
  double m = frexp(fabs(x), &e);
  const int third = e > 0 ? (e + 2) / 3 : e / 3;
  m = ldexp(m, e - 3 * third); /* in [1/8, 1) */
  double y = 0.45 + 0.57 * m;
  for (int k = 0; k < 3; ++k) { /* Halley: an error of 7 % to 1e-33 */
    const double cube = y * y * y;
    y *= (cube + 2.0 * m) / (2.0 * cube + m);
  }
  const dd cube = math_dd_times(math_dd_product(y, y), (dd){y, 0.0});
  y += math_dd_add((dd){m, 0.0}, math_dd_negative(cube)).h / (3.0 * y * y);
  return copysign(ldexp(y, third), x);
}

double gm_math_decades(double x)
{
  int e;
  double m = frexp(x, &e);
  if (m < 0.7) m *= 2.0, --e;
  const double s = (m - 1.0) / (m + 1.0), q = s * s; /* |s| < 0.18 */
  const double log =
      s *
      (2.0 + q * (2.0 / 3.0 + q * (0.4 + q * (2.0 / 7.0 + q * (2.0 / 9.0)))));
  return 0.43429448190325183 * log + 0.30102999566398120 * e;
}
