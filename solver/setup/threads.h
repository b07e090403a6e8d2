/* setup/threads.h -- how many threads a run takes unless the user gives a number. */
#ifndef GM_SETUP_THREADS_H
#define GM_SETUP_THREADS_H

/* Threads that OpenMP would start (OMP_NUM_THREADS, or the processors on which the
 * process may run), but no more than its control groups grant it processor time for: at
 * least 1. */
int gm_threads_default(void);

/* Processors that control groups of version 2 grant, rounded up: the least quota of
 * `group`, a path from the mount point `root`, and of the groups above it (cpu.max: the
 * microseconds of processor time in a period, and the period).  A large number if there
 * is no quota.  Source: Linux, Documentation/admin-guide/cgroup-v2.rst. */
int gm_threads_granted(const char *root, const char *group);

#endif
