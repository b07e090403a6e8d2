/* base/memory.c -- aligned columns, counted.  Room: base.
 *
 * A header of 64 bytes before each column keeps its size, so that freeing counts right.
 */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HEADER = 64 };
static const size_t huge_page = (size_t)2 << 20;

static size_t bytes_held, calls, fail_at;

/* The allocation starts `shift` bytes before the header; both are kept in it. */
typedef struct header {
  void *base;
  size_t bytes;
} header;

static header *header_of(void *column)
{
  return (header *)(void *)((char *)column - HEADER);
}

gm_status gm_memory_resize(void **column, size_t used, size_t rows, size_t size)
{
  size_t bytes = 0;
  ++calls;
  const int fails = fail_at && --fail_at == 0;
  if (fails || __builtin_mul_overflow(rows, size, &bytes) ||
      bytes > SIZE_MAX - 4 * huge_page) {
    return gm_fail(GM_ERR_MEMORY, "no memory for %zu rows of %zu bytes", rows,
                   size);
  }
  const size_t align = bytes >= huge_page ? huge_page : HEADER;
  const size_t total = (bytes + HEADER + align - 1) / align * align;
  char *base = aligned_alloc(align, total);
  if (!base) {
    return gm_fail(GM_ERR_MEMORY, "no memory for %zu rows of %zu bytes", rows,
                   size);
  }
#ifdef MADV_HUGEPAGE
  if (align == huge_page) madvise(base, total, MADV_HUGEPAGE);
#endif
  char *rows_at = base + HEADER;
  if (*column && used) memcpy(rows_at, *column, used * size);
  memset(rows_at + used * size, 0, total - HEADER - used * size);
  gm_memory_free(column);
  *column = rows_at;
  *header_of(rows_at) = (header){base, total};
  bytes_held += total;
  return GM_OK;
}

void gm_memory_free(void **column)
{
  if (!*column) return;
  const header *h = header_of(*column);
  bytes_held -= h->bytes;
  free(h->base);
  *column = NULL;
}

size_t gm_memory_bytes(void)
{
  return bytes_held;
}
size_t gm_memory_calls(void)
{
  return calls;
}
void gm_memory_fail_at(size_t n)
{
  fail_at = n;
}
