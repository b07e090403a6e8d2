/* bench/thread_clock.h -- times of a thread, and their order for a median. */
#ifndef GM_TESTS_BENCH_THREAD_CLOCK_H
#define GM_TESTS_BENCH_THREAD_CLOCK_H

#include <time.h>

/* Time of this thread on a core, in s: others on the machine do not count. */
static inline double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1.0e-9 * (double)t.tv_nsec;
}

static inline int rising(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

#endif
