/* base/clock.h -- wall clock and cycle counter for stage timers.
 */
#ifndef GM_BASE_CLOCK_H
#define GM_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Wall clock in s since a fixed moment; it never goes back. */
static inline double gm_clock_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1.0e-9 * (double)t.tv_nsec;
}

/* Processor cycle counter; its unit depends on the machine, so use only ratios. */
static inline uint64_t gm_clock_ticks(void)
{
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return (uint64_t)(1.0e9 * gm_clock_now());
#endif
}

#endif
