/* base/memory.c -- aligned, counted columns.
 *
 * A header of 64 bytes before each column stores its size, so that the counters stay
 * right when it is released.
 */
#include "base/memory.h"

#include "base/available.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HEADER = 64 };
static const size_t huge_page = (size_t)2 << 20;

/* Counters shared by all simulations and threads of the process. */
static _Atomic size_t bytes_held, calls, fail_at, since_look;

/* Returns 1 for the call that a test wants to fail. */
static int fails_now(void)
{
  size_t left = atomic_load(&fail_at);
  while (left && !atomic_compare_exchange_weak(&fail_at, &left, left - 1))
    ;
  return left == 1;
}

/* Header before a column: start and size of its allocation. */
typedef struct header {
  void *base;
  size_t bytes;
} header;

static header *header_of(void *column)
{
  return (header *)(void *)((char *)column - HEADER);
}

/* Before large requests, or many small ones, looks whether the memory is there: the
 * kernel grants more than it has, and ends the process once it is touched. */
static gm_status check_room(size_t bytes, size_t rows, size_t size)
{
  static const size_t often = (size_t)16 << 20;
  const size_t before = atomic_fetch_add(&since_look, bytes);
  if (before + bytes < often) return GM_OK;
  atomic_store(&since_look, 0);
  const gm_available a = gm_available_memory();
  if ((double)bytes <= a.bytes) return GM_OK;
  return gm_fail(GM_ERR_MEMORY,
                 "no memory for %zu rows of %zu bytes, %.3g GB: %s leaves "
                 "%.3g GB; use fewer grains, virtual particles farther apart, "
                 "or less output",
                 rows, size, 1e-9 * (double)bytes, a.by, 1e-9 * a.bytes);
}

gm_status gm_memory_resize(void **column, size_t used, size_t rows, size_t size)
{
  size_t bytes = 0;
  ++calls;
  const int fails = fails_now();
  if (fails || __builtin_mul_overflow(rows, size, &bytes) ||
      bytes > SIZE_MAX - 4 * huge_page) {
    return gm_fail(GM_ERR_MEMORY, "no memory for %zu rows of %zu bytes", rows,
                   size);
  }
  GM_TRY(check_room(bytes, rows, size));
  const size_t align = bytes >= huge_page ? huge_page : HEADER;
  /* A column without rows has room too: its address is inside of the allocation, as a
   * leak checker expects. */
  const size_t room = bytes + HEADER + (bytes == 0);
  const size_t total = (room + align - 1) / align * align;
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
