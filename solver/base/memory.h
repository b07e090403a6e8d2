/* base/memory.h -- aligned columns, counted, with failure on demand for tests.
 *
 * Room: base.  May include: base.
 *
 * Columns are aligned to 64 bytes (large ones to 2 MiB, offered to the kernel as huge
 * pages) and zeroed.  They grow between stages, never in a loop.
 */
#ifndef GM_BASE_MEMORY_H
#define GM_BASE_MEMORY_H

#include "base/status.h"
#include <stddef.h>

/* Give *column room for `rows` rows of `size` bytes, of which the first `used` keep
 * their values; the rest is zero.  Pointers into the old column are invalid.
 * GM_ERR_MEMORY: *column is unchanged. */
gm_status gm_memory_resize(void **column, size_t used, size_t rows,
                           size_t size);

/* Release *column (may be null) and set it to null. */
void gm_memory_free(void **column);

/* Bytes held by columns now, and the number of gm_memory_resize calls so far (a settled
 * step makes none). */
size_t gm_memory_bytes(void);
size_t gm_memory_calls(void);

/* For tests: the n-th call from now fails; 0 switches this off. */
void gm_memory_fail_at(size_t n);

/* Typed forms: the column's own type gives the size. */
#define GM_RESIZE(column, used, rows)                                          \
  gm_memory_resize((void **)&(column), (size_t)(used), (size_t)(rows),         \
                   sizeof *(column))
#define GM_FREE(column) gm_memory_free((void **)&(column))

#endif
