/* base/sum.c -- sums that have no order. */
#include "base/sum.h"

#include <math.h>
#include <string.h>

enum { LOW = 256, MANY = 1u << 30 };

static void carry_sum_digits(gm_sum *s)
{
  for (int k = 0; k + 1 < GM_SUM_DIGITS; ++k) {
    const int64_t low = s->digit[k] & 0xffffffff;
    s->digit[k + 1] += (s->digit[k] - low) / 0x100000000;
    s->digit[k] = low;
  }
  s->n = 1;
}

void gm_sum_settle(gm_sum *s)
{
  carry_sum_digits(s);
}

void gm_sum_add(gm_sum *s, double x)
{
  uint64_t bits;
  if (++s->n >= MANY) carry_sum_digits(s);
  memcpy(&bits, &x, sizeof bits);
  const int exponent = (int)(bits >> 52 & 0x7ff);
  uint64_t m = bits & 0xfffffffffffff;
  if (exponent) m |= 1ull << 52;
  /* x = m 2^(place - LOW) */
  int place = (exponent ? exponent : 1) - 1075 + LOW;
  if (place < 0) {
    m = place > -64 ? m >> -place : 0;
    place = 0;
  }
  if (!m) return;
  const int k = place / 32, up = place % 32;
  if (k + 2 >= GM_SUM_DIGITS) {
    s->lost = 1;
    return;
  }
  const int64_t part[3] = {(int64_t)(m << up & 0xffffffff),
                           (int64_t)(m >> (32 - up) & 0xffffffff),
                           (int64_t)(m >> 32 >> (32 - up))};
  const int64_t sign = bits >> 63 ? -1 : 1;
  for (int q = 0; q < 3; ++q)
    s->digit[k + q] += sign * part[q];
}

void gm_sum_join(gm_sum *s, const gm_sum *other)
{
  gm_sum o = *other;
  if (o.n + s->n >= MANY) {
    carry_sum_digits(&o);
    carry_sum_digits(s);
  }
  for (int k = 0; k < GM_SUM_DIGITS; ++k)
    s->digit[k] += o.digit[k];
  s->n += o.n;
  s->lost |= o.lost;
}

/* The digits of |sum|, each below 2^32; returns whether the sum is negative. */
static int sum_magnitude(const gm_sum *sum, uint32_t digit[GM_SUM_DIGITS + 1])
{
  gm_sum s = *sum;
  carry_sum_digits(&s);
  const int negative = s.digit[GM_SUM_DIGITS - 1] < 0;
  for (int k = 0; negative && k < GM_SUM_DIGITS; ++k)
    s.digit[k] = -s.digit[k];
  if (negative) carry_sum_digits(&s);
  for (int k = 0; k < GM_SUM_DIGITS; ++k)
    digit[k] = (uint32_t)s.digit[k];
  digit[GM_SUM_DIGITS] = (uint32_t)(s.digit[GM_SUM_DIGITS - 1] >> 32);
  return negative;
}

double gm_sum_value(const gm_sum *sum)
{
  uint32_t digit[GM_SUM_DIGITS + 1];
  if (sum->lost) return NAN;
  const int negative = sum_magnitude(sum, digit);
  int top = GM_SUM_DIGITS;
  while (top > 0 && !digit[top])
    --top;
  if (!digit[top]) return 0.0;
  /* The highest 64 bits; the last of them stands for all that are below. */
  const int up = __builtin_clz(digit[top]);
  const uint64_t next = top > 0 ? digit[top - 1] : 0;
  const uint64_t last = top > 1 ? digit[top - 2] : 0;
  uint64_t m = ((uint64_t)digit[top] << 32 | next) << up;
  m |= last << up >> 32;
  int below = (last << up & 0xffffffff) != 0;
  for (int k = 0; k < top - 2; ++k)
    below |= digit[k] != 0;
  m |= (uint64_t)below;
  const double value = ldexp((double)m, 32 * (top - 1) - up - LOW);
  return negative ? -value : value;
}

/* Adds what the bins of a row would keep of x.  Whether a row is full, or which numbers
 * stand beside x, must not be seen in the sum. */
static void add_sum_cut(gm_sum *s, double x)
{
  static const double unit[3] = GM_SUM_QUANTA;
  if (!(x * x < 0x1p24)) {
    gm_sum_add(s, x);
    return;
  }
  for (int k = 0; k < 3; ++k) {
    const double part = (x + unit[k]) - unit[k];
    gm_sum_add(s, part);
    x -= part;
  }
}

void gm_sum_rows_over(gm_sum *over, const gm_row4 *x)
{
#pragma omp critical(gm_sum)
  for (int k = 0; k < 4; ++k)
    add_sum_cut(&over[k], (*x)[k]);
}

void gm_sum_rows_close(gm_sum_rows *rows, gm_sum *sum)
{
  for (int q = 0; rows->n && q < 3; ++q)
    for (int k = 0; k < 4; ++k)
      gm_sum_add(&sum[k], rows->bin[q][k]);
  *rows = (gm_sum_rows){0};
}

void gm_sum_rows_join(gm_sum_rows *rows, gm_sum *sum, const gm_sum_rows *other)
{
  if (rows->n + other->n > GM_SUM_ROWS) gm_sum_rows_close(rows, sum);
  for (int q = 0; q < 3; ++q)
    rows->bin[q] += other->bin[q];
  rows->n += other->n;
}
