/* base/types.h -- the integers of the house.
 *
 * Room: base.  May include: nothing.
 *
 * A row is valid until the next sort; an identity is a name for life.  They are
 * different types so that one is never stored where the other is meant.
 */
#ifndef GM_BASE_TYPES_H
#define GM_BASE_TYPES_H

#include <stdint.h>

typedef int32_t gm_index; /* a row of a table */
typedef int64_t gm_id;    /* a grain's name for life; global, never reused */

#define GM_PI 3.14159265358979323846

/* Inlined at any optimisation: what a multi-versioned function calls must be cloned
 * with it, or the clone silently runs baseline code. */
#define GM_INLINE static inline __attribute__((always_inline, unused))

/* A hot function, compiled for several instruction sets; the loader picks the best.
 * Contraction is off, so every clone gives the same bits.  GM_ONE_CLONE builds the code
 * for the compiler's own target alone. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&         \
    !defined(GM_ONE_CLONE)
#define GM_CLONED                                                              \
  __attribute__((                                                              \
      noinline, target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define GM_CLONED __attribute__((noinline))
#endif

#endif
