/* tests/random.h -- a sequence of random numbers, the same in every run.
 *
 * Drawn one after the other from base/random.h, for tests that draw in a fixed order.
 */
#ifndef GM_TESTS_RANDOM_H
#define GM_TESTS_RANDOM_H

#include "base/random.h"
#include "base/vec3.h"

static uint32_t random_drawn;

/* From the first again. */
GM_INLINE void random_begin(void)
{
  random_drawn = 0;
}

/* In (low, high). */
GM_INLINE double random_between(double low, double high)
{
  double u[4];
  gm_random_uniform(1, 0, random_drawn / 4, u);
  return low + (high - low) * u[random_drawn++ % 4];
}

GM_INLINE uint64_t random_bits(void)
{
  const uint64_t high = (uint64_t)random_between(0.0, 4294967296.0);
  return high << 32 | (uint64_t)random_between(0.0, 4294967296.0);
}

/* A unit vector, all directions alike. */
GM_INLINE gm_vec3 random_direction(void)
{
  for (;;) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    const gm_vec3 v = {x, y, random_between(-1.0, 1.0)};
    const double q = gm_norm2(v);
    if (q > 0.01 && q < 1.0) return gm_scale(1.0 / sqrt(q), v);
  }
}

#endif
