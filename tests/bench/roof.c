/* bench/roof.c -- what this machine can do: bytes from memory and operations on doubles.
 *
 *   bench_roof THREADS
 *       one JSON object: bytes and operations a second, the best of several tries
 *
 * Bytes: a[k] = b[k] + s c[k] over columns larger than the caches, 24 bytes a row (that a
 * line is read before it is written is not counted, nor is it in step/timers.h).
 * Operations: x = x p + q on numbers that stay in registers; a product and a sum, never
 * fused, in the vectors that the solver is compiled for.  tests/bench/roofline calls it;
 * it is no test.
 */
#include "base/clock.h"
#include "base/memory.h"
#include "base/row4.h"
#include "base/types.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 7, ROWS = 1 << 24, LOOPS = 20000000, ROWS4 = 12 };

GM_CLONED static void triad(double *restrict a, const double *restrict b,
                            const double *restrict c, long n, double s)
{
  for (long k = 0; k < n; ++k)
    a[k] = b[k] + s * c[k];
}

/* ROWS4 rows of four numbers, each `loops` times; returns their sum so that none is
 * left out. */
GM_CLONED static double multiply_add(long loops, double p, double q)
{
  const gm_row4 product = {p, p, p, p}, more = {q, q, q, q};
  gm_row4 x[ROWS4];
  double sum = 0.0;
  for (int k = 0; k < ROWS4; ++k)
    x[k] = more * (1.0 + k);
  for (long n = 0; n < loops; ++n) {
#pragma GCC unroll 12
    for (int k = 0; k < ROWS4; ++k)
      x[k] = x[k] * product + more;
  }
  for (int k = 0; k < ROWS4; ++k)
    sum += x[k][0] + x[k][1] + x[k][2] + x[k][3];
  return sum;
}

static double bandwidth(int threads, double *a, double *b, double *c)
{
  const long part = ROWS / threads;
  double best = 0.0;
  for (int k = 0; k <= TRIES; ++k) { /* the first sets the rows down */
    const double t0 = gm_clock_now();
#pragma omp parallel num_threads(threads)
    {
      const long k0 = part * omp_get_thread_num();
      triad(a + k0, b + k0, c + k0, part, 3.0);
    }
    const double rate = 24.0 * (double)part * threads / (gm_clock_now() - t0);
    if (k && rate > best) best = rate;
  }
  return best;
}

static double operations(int threads)
{
  double best = 0.0, sum = 0.0;
  for (int k = 0; k < TRIES; ++k) {
    const long loops = LOOPS / TRIES;
    const double t0 = gm_clock_now();
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    sum += multiply_add(loops, 0.999999, 1.0e-6);
    const double rate =
        8.0 * ROWS4 * (double)loops * threads / (gm_clock_now() - t0);
    if (rate > best) best = rate;
  }
  return sum > 0.0 ? best : 0.0;
}

int main(int argc, char **argv)
{
  const int threads = argc == 2 ? atoi(argv[1]) : 0;
  double *a = NULL, *b = NULL, *c = NULL;
  if (threads < 1) {
    fprintf(stderr, "usage: bench_roof THREADS\n");
    return 2;
  }
  if (GM_RESIZE(a, 0, ROWS) != GM_OK || GM_RESIZE(b, 0, ROWS) != GM_OK ||
      GM_RESIZE(c, 0, ROWS) != GM_OK) {
    fprintf(stderr, "bench_roof: %s\n", gm_status_message());
    return 1;
  }
  printf("{\"threads\": %d, \"bytes\": %.4e, \"operations\": %.4e}\n", threads,
         bandwidth(threads, a, b, c), operations(threads));
  GM_FREE(a);
  GM_FREE(b);
  GM_FREE(c);
  return 0;
}
