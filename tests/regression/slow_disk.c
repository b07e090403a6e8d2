/* tests/regression/slow_disk.c -- simulates a slow disk.
 *
 * Loaded before the C library (LD_PRELOAD): every write by HDF5 takes 1 ms longer.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
  static ssize_t (*next)(int, const void *, size_t, off_t);
  const struct timespec wait = {0, 1000000};
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "pwrite");
  nanosleep(&wait, NULL);
  return next(fd, bytes, n, at);
}

/* The same by the names that programs use which are compiled for files of 64 bits. */
ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at)
    __attribute__((alias("pwrite")));
