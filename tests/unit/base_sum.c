/* unit/base_sum.c -- sums are exact, and the same in any order and in any parts. */
#include "base/sum.h"

#include "check.h"
#include "random.h"
#include "soft/scheme.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __float128 quad; /* 113 bits */

enum { N = 20000 };

static double number[N];

static void shuffle(void)
{
  for (int k = N - 1; k > 0; --k) {
    const int j = (int)random_between(0.0, k + 0.999);
    const double x = number[k];
    number[k] = number[j];
    number[j] = x;
  }
}

/* The numbers in `parts` sums, which are then joined. */
static double sum_of(int parts)
{
  gm_sum all = {0};
  for (int p = 0; p < parts; ++p) {
    gm_sum one = {0};
    for (int k = p; k < N; k += parts)
      gm_sum_add(&one, number[k]);
    gm_sum_join(&all, &one);
  }
  return gm_sum_value(&all);
}

/* Likewise as a column of rows. */
static double rows_sum_of(int parts)
{
  gm_sum all[4] = {0};
  gm_sum_rows joined = {0};
  for (int p = 0; p < parts; ++p) {
    gm_sum_rows one = {0};
    for (int k = p; k < N; k += parts) {
      if (one.n == GM_SUM_ROWS) gm_sum_rows_close(&one, all);
      gm_sum_rows_add(&one, all, (gm_row4){0.0, number[k], 1.0, -number[k]});
    }
    gm_sum_rows_join(&joined, all, &one);
  }
  gm_sum_rows_close(&joined, all);
  CHECK(gm_sum_value(&all[0]) == 0.0);
  CHECK(gm_sum_value(&all[2]) == N);
  CHECK(gm_sum_value(&all[3]) == -gm_sum_value(&all[1]));
  return gm_sum_value(&all[1]);
}

/* Numbers of magnitudes 2^low to 2^high; quad adds them without error if its 113 bits
 * reach. */
static void check_range(int low, int high, bool exact)
{
  for (int k = 0; k < N; ++k)
    number[k] = ldexp(random_between(-1.0, 1.0),
                      low + (int)random_between(0.0, high - low + 0.999));
  quad sum = 0, size = 0;
  for (int k = 0; k < N; ++k) {
    sum += number[k];
    size += number[k] < 0.0 ? -number[k] : number[k];
  }
  const double value = sum_of(1), rows = rows_sum_of(1);
  if (exact) CHECK(value == (double)sum);
  CHECK_NEAR(value, (double)sum,
             1e-16 * fabs((double)sum) + 1e-28 * (double)size);
  CHECK_NEAR(rows, value, N * 0x1p-109 + 1.2e-16 * fabs(value));
  int other = 0;
  for (int way = 2; way <= 7; ++way) {
    shuffle();
    other += memcmp(&value, &(double){sum_of(way)}, sizeof value) != 0;
    other += memcmp(&rows, &(double){rows_sum_of(way)}, sizeof rows) != 0;
  }
  CHECK(other == 0);
}

static void check_single(void)
{
  static const double known[] = {
      0.0,        1.0,      -1.0,      0x1.fffffffffffffp9,
      -0x1.8p-32, 0x1p-256, -0x1p-200, 0x1.23456789abcdep100,
      0x1p147,    4096.0,   4095.9999, DBL_EPSILON};
  for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
    gm_sum s = {0};
    gm_sum_add(&s, known[k]);
    CHECK(gm_sum_value(&s) == known[k]);
    gm_sum_add(&s, -known[k]);
    CHECK(gm_sum_value(&s) == 0.0);
  }
  /* Below the lowest digit: denormal numbers too. */
  gm_sum s = {0};
  gm_sum_add(&s, 0x1p-300);
  gm_sum_add(&s, 5e-324);
  gm_sum_add(&s, 0x1.8p-256);
  CHECK(gm_sum_value(&s) == 0x1p-256);
  /* Halfway: to even; above: up. */
  s = (gm_sum){0};
  gm_sum_add(&s, 1.0);
  gm_sum_add(&s, 0x1p-53);
  CHECK(gm_sum_value(&s) == 1.0);
  gm_sum_add(&s, 0x1p-250);
  CHECK(gm_sum_value(&s) == 1.0 + DBL_EPSILON);
  gm_sum_add(&s, -0x1p-249);
  CHECK(gm_sum_value(&s) == 1.0);
}

/* What is too large, or no number, is not added in silence. */
static void check_beyond(void)
{
  static const double bad[] = {0x1p150, -INFINITY, NAN};
  for (int k = 0; k < 3; ++k) {
    gm_sum s = {0}, t = {0}, four[4] = {0};
    gm_sum_rows rows = {0};
    gm_sum_add(&s, bad[k]);
    gm_sum_join(&t, &s);
    CHECK(isnan(gm_sum_value(&t)));
    gm_sum_rows_add(&rows, four, (gm_row4){1.0, bad[k], 1.0, 1.0});
    CHECK(isnan(gm_sum_value(&four[1])) && gm_sum_value(&four[3]) == 1.0);
  }
}

/* A number counts the same beside a large one, or in a full row: what is below the lowest
 * bin is dropped there too. */
static void check_neighbours(void)
{
  for (int n = 0; n < 200; ++n) {
    const double x = ldexp(random_between(-2.0, 2.0), -100 + n % 100);
    gm_sum alone[4] = {0}, beside[4] = {0}, full[4] = {0};
    gm_sum_rows rows = {0};
    gm_sum_rows_add(&rows, alone, (gm_row4){x, 0.0, 0.0, 0.0});
    gm_sum_rows_close(&rows, alone);
    gm_sum_rows_add(&rows, beside, (gm_row4){x, 1.0e5, 0.0, 0.0});
    gm_sum_rows_close(&rows, beside);
    rows.n = GM_SUM_ROWS;
    gm_sum_rows_add(&rows, full, (gm_row4){x, 0.0, 0.0, 0.0});
    gm_sum_rows_close(&rows, full);
    CHECK(gm_sum_value(&alone[0]) == gm_sum_value(&beside[0]));
    CHECK(gm_sum_value(&alone[0]) == gm_sum_value(&full[0]));
  }
}

/* Terms that cancel but for the last: a plain sum keeps nothing of it. */
static void check_cancellation(void)
{
  gm_sum s = {0};
  double plain = 0.0;
  for (int k = 0; k < 1000; ++k) {
    const double x = ldexp(random_between(1.0, 2.0), k % 90);
    gm_sum_add(&s, x);
    gm_sum_add(&s, -0x1p-80);
    gm_sum_add(&s, -x);
    plain += x;
    plain -= 0x1p-80;
    plain -= x;
  }
  CHECK(gm_sum_value(&s) == -1000 * 0x1p-80);
  CHECK(plain != -1000 * 0x1p-80);
}

static void close_losses(gm_scheme_sums *s, double value[2])
{
  gm_sum_rows_close(&s->lost, s->over);
  for (int k = 0; k < 2; ++k) {
    gm_sum_join(&s->over[k], &s->over[2 + k]);
    value[k] = gm_sum_value(&s->over[k]);
  }
}

/* The losses of a chunk, added at once, are those of its grains, added one by one: where
 * all are small, and beyond the limits of that and of rows. */
static void check_losses(int n, int low, int high)
{
  static gm_load load[64];
  gm_sum one[4] = {0}, all[4] = {0};
  gm_scheme_sums by_one = {.over = one}, at_once = {.over = all};
  double squares = 0.0, expected[2], found[2];
  for (int k = 0; k < n; ++k) {
    const double full = random_between(1.0, 2.0) +
                        0x1p-30 * random_between(0.0, 1.0); /* all bits */
    load[k] = (gm_load){0};
    load[k].t[3] = ldexp(full, low + k % (high - low + 1));
    load[k].f[3] = k % 3 ? ldexp(-full, high) : 0.0;
    squares += load[k].t[3] * load[k].t[3] + load[k].f[3] * load[k].f[3];
    gm_scheme_lose(&by_one, &load[k]);
  }
  gm_scheme_lose_all(&at_once, load, n, squares);
  close_losses(&by_one, expected);
  close_losses(&at_once, found);
  CHECK(found[0] > 0.0 && found[0] == expected[0] && found[1] == expected[1]);
}

int main(void)
{
  random_begin();
  for (int high = -90; high <= 20; ++high)
    for (int n = 1; n <= 64; n += 9)
      check_losses(n, high - 10, high);
  check_single();
  check_beyond();
  check_neighbours();
  check_cancellation();
  check_range(-20, 20, true);
  check_range(-40, 11, false);
  check_range(-60, -10, false);
  check_range(-120, 60, false);
  return CHECK_REPORT();
}
