/* base/clock.h -- time for stage timers.
 *
 * Room: base.  May include: nothing.
 */
#ifndef GM_BASE_CLOCK_H
#define GM_BASE_CLOCK_H

#include <stdint.h>

/* Wall clock, in s, from some fixed moment; never goes back. */
double gm_clock_now(void);

/* A cheap counter, for shares only; its unit is that of the machine. */
static inline uint64_t gm_clock_ticks(void)
{
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return (uint64_t)(1.0e9 * gm_clock_now());
#endif
}

#endif
