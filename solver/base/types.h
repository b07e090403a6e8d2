/* base/types.h -- integer types and attributes of functions.
 *
 * An index is valid until the next sort; an id never changes.  They have types of
 * different size, so that the compiler warns where one is stored as the other.
 */
#ifndef GM_BASE_TYPES_H
#define GM_BASE_TYPES_H

#include <stdint.h>

typedef int32_t gm_index; /* index of a row in a table */
typedef int64_t gm_id;    /* id of a grain: global, never reused */

#define GM_PI 3.14159265358979323846

/* Inlined at any optimisation level: functions called by a multi-versioned function
 * must be cloned with it, otherwise the clone silently runs baseline code. */
#define GM_INLINE static inline __attribute__((always_inline, unused))

/* Marks a hot function for compilation in several versions (clones), one per instruction
 * set; the loader selects the best.  Fused multiply-add is off, so that every clone
 * returns the same bits.  With GM_ONE_CLONE defined, there is only one version, for the
 * target of the compiler. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&         \
    !defined(GM_ONE_CLONE)
#define GM_CLONED                                                              \
  __attribute__((                                                              \
      noinline, target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define GM_CLONED __attribute__((noinline))
#endif

#endif
