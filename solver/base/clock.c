/* base/clock.c -- wall clock for stage timers. */
#include "base/clock.h"

#include <time.h>

double gm_clock_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1.0e-9 * (double)t.tv_nsec;
}
