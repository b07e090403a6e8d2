/* setup/threads.c -- how many threads a run takes unless the user gives a number. */
#include "setup/threads.h"

#include <limits.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

static double thread_quota(const char *root, const char *group)
{
  char path[2 * PATH_MAX], line[64] = "";
  double time = INFINITY, period = 1.0;
  snprintf(path, sizeof path, "%s%s/cpu.max", root, group);
  FILE *file = fopen(path, "r");
  if (!file) return INFINITY;
  /* "max PERIOD" has no number first. */
  if (!fgets(line, sizeof line, file) ||
      sscanf(line, "%lf %lf", &time, &period) != 2 || !(period > 0.0))
    time = INFINITY;
  fclose(file);
  return time > 0.0 ? time / period : INFINITY;
}

int gm_threads_granted(const char *root, const char *group)
{
  char part[PATH_MAX];
  snprintf(part, sizeof part, "%s", group);
  double least = thread_quota(root, "");
  for (char *end = part; end && *part; end = strrchr(part, '/')) {
    least = fmin(least, thread_quota(root, part));
    end = strrchr(part, '/');
    if (end) *end = '\0';
  }
  return least < INT_MAX ? (int)ceil(least) : INT_MAX;
}

int gm_threads_default(void)
{
  char line[PATH_MAX + 8], group[PATH_MAX] = "/";
  FILE *file = fopen("/proc/self/cgroup", "r");
  while (file && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, "0::", 3) == 0)
      snprintf(group, sizeof group, "%.*s", PATH_MAX - 1, line + 3);
  }
  if (file) fclose(file);
  const int started = omp_get_max_threads();
  const int granted = gm_threads_granted("/sys/fs/cgroup", group);
  return started < granted ? started : granted;
}
