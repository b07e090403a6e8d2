/* base/random.h -- counter-based random numbers: a value is a function of its
 * arguments.
 *
 * Philox 4x32-10 of the Random123 library: J. K. Salmon et al., Parallel random
 * numbers: as easy as 1, 2, 3, SC11 (2011).
 *
 * There is no state.  The stream of a grain depends on the seed and its own number
 * alone, so that another grain, another number of threads or a restart changes nothing.
 */
#ifndef GM_BASE_RANDOM_H
#define GM_BASE_RANDOM_H

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <Random123/philox.h>
#pragma GCC diagnostic pop
#include <stdint.h>

/* Writes four numbers uniform in (0, 1), which depend on seed, item (grain) and draw
 * number alone. */
static inline void gm_random_uniform(uint32_t seed, uint64_t item,
                                     uint32_t draw, double out[4])
{
  const philox4x32_ctr_t counter = {
      {(uint32_t)item, (uint32_t)(item >> 32), draw, 0}};
  const philox4x32_key_t key = {{seed, 0x6772616e}};
  const philox4x32_ctr_t r = philox4x32(counter, key);
  for (int k = 0; k < 4; ++k)
    out[k] = ((double)r.v[k] + 0.5) / 4294967296.0;
}

#endif
