/* base/sum.h -- sums that have no order.
 *
 * A sum over grains, contacts, chunks or threads is the same in every bit in whatever
 * order, and in whatever parts, its numbers are added: gm_sum is exact, a row of bins
 * drops from each number, by its value alone, what is below 2^-108.
 *
 * gm_sum keeps a sum as 13 digits of 32 bits, the lowest of 2^-256, in integers of 64
 * bits: carries wait until the value is wanted.  gm_sum_rows adds four columns at once
 * and much faster.  Each number is cut into three multiples of fixed quanta, 40 bits
 * apart, by adding and subtracting 1.5 2^52 quanta; their sums are exact in double
 * precision up to GM_SUM_ROWS rows.  Numbers too large for it go to a gm_sum one by one.
 */
#ifndef GM_BASE_SUM_H
#define GM_BASE_SUM_H

#include "base/row4.h"
#include <stdint.h>

enum { GM_SUM_DIGITS = 13, GM_SUM_ROWS = 4096 };

/* All zero: no numbers yet. */
typedef struct gm_sum {
  int64_t digit[GM_SUM_DIGITS];
  uint32_t n;    /* additions since the last carry, at least 1 after any */
  uint32_t lost; /* 1: some number was none, or beyond 2^148 */
} gm_sum;

/* Adds x; what is below 2^-256 is cut off. */
void gm_sum_add(gm_sum *sum, double x);
void gm_sum_join(gm_sum *sum, const gm_sum *other);

/* Carries: each digit but the last is from 0 to 2^32 - 1. */
void gm_sum_settle(gm_sum *sum);

/* The sum, rounded once; NaN if some number was none, or beyond 2^148. */
double gm_sum_value(const gm_sum *sum);

/* All zero: no numbers yet. */
typedef struct gm_sum_rows {
  gm_row4 bin[3]; /* multiples of 2^-28, 2^-68, 2^-108 */
  int64_t n;      /* rows added, GM_SUM_ROWS at most */
} gm_sum_rows;

/* 1.5 2^52 quanta of each bin: x + q - q is x as a multiple of the quantum. */
#define GM_SUM_QUANTA                                                          \
  {                                                                            \
    0x1.8p24, 0x1.8p-16, 0x1.8p-56                                             \
  }

/* Adds a row to the sums of four columns that all threads share; each number is cut as
 * gm_sum_rows_add cuts it. */
void gm_sum_rows_over(gm_sum *over, const gm_row4 *x);

/* Numbers whose squares add up to less than the first are below 2^12, and their parts in
 * all bins are exact; less than the second: below 2^-29, and those in bin 0 are zero. */
#define GM_SUM_SQUARE 0x1p24
#define GM_SUM_SMALL_SQUARE 0x1p-58

/* Cuts a row into the bins from `top` on; *rows does not count it. */
GM_INLINE void gm_sum_rows_cut(gm_sum_rows *restrict rows, int top, gm_row4 x)
{
  const double unit[3] = GM_SUM_QUANTA;
  for (int k = 0; k < 3; ++k) {
    if (k < top) continue;
    const gm_row4 m = {unit[k], unit[k], unit[k], unit[k]};
    const gm_row4 part = (x + m) - m;
    rows->bin[k] += part;
    x -= part;
  }
}

/* Adds a row: to *rows, or, if that is full or a number is 2^12 or more, to over[4]. */
GM_INLINE void gm_sum_rows_add(gm_sum_rows *restrict rows, gm_sum *over,
                               gm_row4 x)
{
  const gm_row4 square = x * x;
  if (__builtin_expect(!(square[0] < GM_SUM_SQUARE &&
                         square[1] < GM_SUM_SQUARE &&
                         square[2] < GM_SUM_SQUARE &&
                         square[3] < GM_SUM_SQUARE && rows->n < GM_SUM_ROWS),
                       0)) {
    gm_sum_rows_over(over, &x);
    return;
  }
  gm_sum_rows_cut(rows, 0, x);
  rows->n += 1;
}

/* Adds what *rows has to sum[4] and begins it anew. */
void gm_sum_rows_close(gm_sum_rows *rows, gm_sum *sum);

/* Adds other to *rows; what is there goes to sum[4] first if both are too many. */
void gm_sum_rows_join(gm_sum_rows *rows, gm_sum *sum, const gm_sum_rows *other);

#endif
