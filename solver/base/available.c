/* base/available.c -- how much memory this process may still take.
 *
 * A control group counts cached files as used; those that were not used lately count as
 * free here, since the kernel drops them first.  Groups of version 1 and 2 are read; in a
 * container the path of a group may be that outside, and then the root stands for it.
 */
#define _GNU_SOURCE
#include "base/available.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The number behind `name` in a file of lines "name number", or NaN; the first number of
 * the file, if `name` is "". */
static double number_in(const char *path, const char *name)
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

static void take(gm_available *a, double bytes, const char *by)
{
  if (!(bytes < a->bytes)) return;
  a->bytes = bytes > 0.0 ? bytes : 0.0;
  a->by = by;
}

static void look_at_machine(gm_available *a)
{
  const double left = number_in("/proc/meminfo", "MemAvailable:");
  const double swap = number_in("/proc/meminfo", "SwapFree:");
  if (!isnan(left))
    take(a, 1024.0 * (left + (isnan(swap) ? 0.0 : swap)), "this machine");
}

/* A group at `folder`, below which version 1 and 2 name their files differently. */
static void look_at_group(gm_available *a, const char *folder, int version)
{
  char path[1024];
  const char *const limit[] = {"memory.limit_in_bytes", "memory.max"};
  const char *const used[] = {"memory.usage_in_bytes", "memory.current"};
  const char *const cached[] = {"total_inactive_file ", "inactive_file "};
  snprintf(path, sizeof path, "%.900s/%s", folder, limit[version - 1]);
  const double most = number_in(path, "");
  if (isnan(most)) return; /* "max", or no such group */
  snprintf(path, sizeof path, "%.900s/%s", folder, used[version - 1]);
  const double now = number_in(path, "");
  snprintf(path, sizeof path, "%.900s/memory.stat", folder);
  const double free = number_in(path, cached[version - 1]);
  if (isnan(now)) return;
  take(a, most - now + (isnan(free) ? 0.0 : free),
       "the control group of this process");
}

static void look_at_groups(gm_available *a)
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
      look_at_group(a, folder, version);
      char *slash = strrchr(path, '/');
      if (!slash) break;
      *slash = '\0';
    }
  }
  fclose(file);
}

static void look_at_limits(gm_available *a)
{
  struct rlimit most;
  const double pages = number_in("/proc/self/statm", "");
  if (getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur == RLIM_INFINITY)
    return;
  if (isnan(pages)) return;
  take(a, (double)most.rlim_cur - pages * (double)sysconf(_SC_PAGESIZE),
       "the limit of the address space (ulimit -v)");
}

gm_available gm_available_memory(void)
{
  gm_available a = {INFINITY, "nothing"};
  look_at_machine(&a);
  look_at_groups(&a);
  look_at_limits(&a);
  return a;
}
