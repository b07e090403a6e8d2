/* base/memory.c -- aligned, counted columns.
 *
 * A header of 64 bytes before each column stores its size, so that the counters stay
 * right when it is released.
 */
#include "base/memory.h"

#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HEADER = 64 };
static const size_t huge_page = (size_t)2 << 20;

/* Counters shared by all simulations and threads of the process. */
static _Atomic size_t bytes_held, calls, fail_at, since_look;

/* Returns 1 for the call that a test wants to fail. */
static int memory_fails_now(void)
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

static header *memory_header(void *column)
{
  return (header *)(void *)((char *)column - HEADER);
}

/* Before large requests, or many small ones, looks whether the memory is there: the
 * kernel grants more than it has, and ends the process once it is touched. */
static gm_status check_memory_bytes(size_t bytes, size_t rows, size_t size)
{
  static const size_t often = (size_t)16 << 20;
  const size_t before = atomic_fetch_add(&since_look, bytes);
  if (before + bytes < often) return GM_OK;
  atomic_store(&since_look, 0);
  const gm_available a = gm_memory_available();
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
  const int fails = memory_fails_now();
  if (fails || __builtin_mul_overflow(rows, size, &bytes) ||
      bytes > SIZE_MAX - 4 * huge_page) {
    return gm_fail(GM_ERR_MEMORY, "no memory for %zu rows of %zu bytes", rows,
                   size);
  }
  GM_TRY(check_memory_bytes(bytes, rows, size));
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
  *memory_header(rows_at) = (header){base, total};
  bytes_held += total;
  return GM_OK;
}

void gm_memory_free(void **column)
{
  if (!*column) return;
  const header *h = memory_header(*column);
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

/* ---- how much memory this process may still take --------------------------------- */

/* A control group counts cached files as used; those that were not used lately count as
 * free here, since the kernel drops them first.  Groups of version 1 and 2 are read; in a
 * container the path of a group may be that outside, and then the root stands for it. */

#define _GNU_SOURCE

/* The number behind `name` in a file of lines "name number", or NaN; the first number of
 * the file, if `name` is "". */
static double memory_number_in(const char *path, const char *name)
{
  char line[256];
  double value = NAN;
  FILE *file = fopen(path, "r");
  if (!file) return NAN;
  while (isnan(value) && fgets(line, sizeof line, file)) {
    const size_t n = strlen(name);
    unsigned long long number;
    if (strncmp(line, name, n) != 0) continue;
    if (sscanf(line + n, " %llu", &number) == 1) value = (double)number;
  }
  fclose(file);
  return value;
}

static void take_memory_least(gm_available *a, double bytes, const char *by)
{
  if (!(bytes < a->bytes)) return;
  a->bytes = bytes > 0.0 ? bytes : 0.0;
  a->by = by;
}

static void look_at_memory_machine(gm_available *a)
{
  const double left = memory_number_in("/proc/meminfo", "MemAvailable:");
  const double swap = memory_number_in("/proc/meminfo", "SwapFree:");
  if (!isnan(left))
    take_memory_least(a, 1024.0 * (left + (isnan(swap) ? 0.0 : swap)),
                      "this machine");
}

/* A group at `folder`, below which version 1 and 2 name their files differently. */
static void look_at_memory_group(gm_available *a, const char *folder,
                                 int version)
{
  char path[1024];
  const char *const limit[] = {"memory.limit_in_bytes", "memory.max"};
  const char *const used[] = {"memory.usage_in_bytes", "memory.current"};
  const char *const cached[] = {"total_inactive_file ", "inactive_file "};
  snprintf(path, sizeof path, "%.900s/%s", folder, limit[version - 1]);
  const double most = memory_number_in(path, "");
  if (isnan(most)) return; /* "max", or no such group */
  snprintf(path, sizeof path, "%.900s/%s", folder, used[version - 1]);
  const double now = memory_number_in(path, "");
  snprintf(path, sizeof path, "%.900s/memory.stat", folder);
  const double free = memory_number_in(path, cached[version - 1]);
  if (isnan(now)) return;
  take_memory_least(a, most - now + (isnan(free) ? 0.0 : free),
                    "the control group of this process");
}

static void look_at_memory_groups(gm_available *a)
{
  char line[1024], folder[1024];
  FILE *file = fopen("/proc/self/cgroup", "r");
  if (!file) return;
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    char *names = strchr(line, ':');
    char *path = names ? strchr(names + 1, ':') : NULL;
    if (!path) continue;
    *path++ = '\0';
    const int version = names[1] == '\0' ? 2 : 1;
    if (version == 1 && !strstr(names, "memory")) continue;
    const char *root =
        version == 1 ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup";
    for (;;) { /* a group may not take more than those above it leave */
      snprintf(folder, sizeof folder, "%s%.900s", root, path);
      look_at_memory_group(a, folder, version);
      char *slash = strrchr(path, '/');
      if (!slash) break;
      *slash = '\0';
    }
  }
  fclose(file);
}

static void look_at_memory_limits(gm_available *a)
{
  struct rlimit most;
  const double pages = memory_number_in("/proc/self/statm", "");
  if (getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur == RLIM_INFINITY)
    return;
  if (isnan(pages)) return;
  take_memory_least(
      a, (double)most.rlim_cur - pages * (double)sysconf(_SC_PAGESIZE),
      "the limit of the address space (ulimit -v)");
}

gm_available gm_memory_available(void)
{
  gm_available a = {INFINITY, "nothing"};
  look_at_memory_machine(&a);
  look_at_memory_groups(&a);
  look_at_memory_limits(&a);
  return a;
}
