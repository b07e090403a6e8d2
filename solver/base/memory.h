/* base/memory.h -- allocates aligned, counted columns, and fails on request in tests.
 *
 * Columns are zeroed and aligned to 64 bytes (large ones to 2 MiB, as huge pages where
 * the kernel permits).  They grow between stages of a step, never inside a loop.
 */
#ifndef GM_BASE_MEMORY_H
#define GM_BASE_MEMORY_H

#include "base/status.h"
#include <stddef.h>

/* Allocate `rows` rows of `size` bytes for *column.  The first `used` rows keep their
 * values, the rest is zero.  Pointers into the old column become invalid.  On
 * GM_ERR_MEMORY *column is unchanged. */
gm_status gm_memory_resize(void **column, size_t used, size_t rows,
                           size_t size);

/* Release *column (may be null) and set it to null. */
void gm_memory_free(void **column);

/* Number of bytes that columns hold now, and number of gm_memory_resize calls so far; a
 * time step in steady state makes no such call. */
size_t gm_memory_bytes(void);

size_t gm_memory_calls(void);

/* For tests: makes the n-th gm_memory_resize call from now fail; 0 switches this off. */
void gm_memory_fail_at(size_t n);

/* Typed forms: the type of the column gives the size. */
#define GM_RESIZE(column, used, rows)                                          \
  gm_memory_resize((void **)&(column), (size_t)(used), (size_t)(rows),         \
                   sizeof *(column))

#define GM_FREE(column) gm_memory_free((void **)&(column))

/* ---- how much memory this process may still take --------------------------------- */

/* Linux grants more memory than the machine has and ends a process when it touches what
 * is not there.  Large requests are therefore compared with what is left before. */

typedef struct gm_available {
  double bytes;   /* infinite: unknown */
  const char *by; /* what limits it, for messages */
} gm_available;

/* The least of what the machine has left (MemAvailable and free swap), what the control
 * groups of the process leave, and what its limit of the address space leaves. */
gm_available gm_memory_available(void);

#endif
