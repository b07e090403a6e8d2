/* tests/regression/power_log.c -- records what a program writes to its result, for
 * power_cut.py.
 *
 * Loaded before the C library (LD_PRELOAD).  Every write, change of length and
 * synchronisation of a file whose path contains ".vtkhdf" is appended to the file that
 * POWER_LOG names: one letter, inode, offset, number of bytes, bytes.  The clock runs
 * 300 times as fast, so that what happens every 30 s happens in a short run.  With
 * POWER_STOP the program ends where a new file would get its name.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

static void put(int log, const void *bytes, size_t n)
{
  if (syscall(SYS_write, log, bytes, n) != (long)n) abort();
}

static void note(char what, int fd, int64_t at, int64_t n, const void *bytes)
{
  static int log = -1;
  char link[64], path[4096];
  struct stat info;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = '\0';
  if (!strstr(path, ".vtkhdf") || fstat(fd, &info) != 0) return;
  const char *name = getenv("POWER_LOG");
  pthread_mutex_lock(&one);
  if (log < 0 && name)
    log = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (log >= 0) {
    const int64_t head[3] = {(int64_t)info.st_ino, at, n};
    put(log, &what, 1);
    put(log, head, sizeof head);
    if (bytes) put(log, bytes, (size_t)n);
  }
  pthread_mutex_unlock(&one);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
  const long done = syscall(SYS_pwrite64, fd, bytes, n, at);
  if (done > 0) note('w', fd, at, done, bytes);
  return done;
}

int ftruncate(int fd, off_t length)
{
  const int done = (int)syscall(SYS_ftruncate, fd, length);
  if (done == 0) note('t', fd, length, 0, NULL);
  return done;
}

int rename(const char *from, const char *to)
{
  if (getenv("POWER_STOP") && strstr(from, ".part")) _exit(3);
  return (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int fsync(int fd)
{
  const int done = (int)syscall(SYS_fsync, fd);
  if (done == 0) note('s', fd, 0, 0, NULL);
  return done;
}

int fdatasync(int fd)
{
  const int done = (int)syscall(SYS_fdatasync, fd);
  if (done == 0) note('d', fd, 0, 0, NULL);
  return done;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
  const int done = (int)syscall(SYS_clock_gettime, clock, time);
  if (clock != CLOCK_MONOTONIC) return done;
  const int64_t fast = 300 * (time->tv_sec * 1000000000LL + time->tv_nsec);
  time->tv_sec = fast / 1000000000;
  time->tv_nsec = fast % 1000000000;
  return done;
}

/* The same by the names that programs use which are compiled for files of 64 bits. */
ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at)
    __attribute__((alias("pwrite")));
int ftruncate64(int fd, off_t size) __attribute__((alias("ftruncate")));
