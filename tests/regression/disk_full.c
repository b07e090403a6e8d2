/* tests/regression/disk_full.c -- simulates a disk that becomes full.
 *
 * Loaded before the C library (LD_PRELOAD).  The files of the folder GM_DISK_FOLDER
 * may have GM_DISK_BYTES bytes together; a write that would make them larger writes
 * what still fits and then fails with ENOSPC, and so does a truncation.  As on a real
 * disk, bytes are written over without limit and a file that is removed leaves its
 * space to others.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* Bytes that are left in the folder; -1: fd is no file in it. */
static off_t bytes_left(int fd)
{
  const char *folder = getenv("GM_DISK_FOLDER");
  const char *bytes = getenv("GM_DISK_BYTES");
  char link[64], path[4096];
  off_t used = 0;
  if (!folder || !bytes) return -1;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  const size_t length = strlen(folder);
  if (n < 0 || (size_t)n <= length || strncmp(path, folder, length) != 0 ||
      path[length] != '/')
    return -1;
  DIR *all = opendir(folder);
  if (!all) return -1;
  for (struct dirent *e; (e = readdir(all));) {
    struct stat info;
    if (fstatat(dirfd(all), e->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(info.st_mode))
      used += info.st_size;
  }
  closedir(all);
  const off_t limit = strtoll(bytes, NULL, 10);
  return used < limit ? limit - used : 0;
}

/* How many of n bytes at `at` fit; -1: none, errno says so. */
static ssize_t fitting(int fd, size_t n, off_t at)
{
  struct stat info;
  const off_t left = bytes_left(fd);
  if (left < 0 || n == 0 || fstat(fd, &info) != 0) return (ssize_t)n;
  const off_t end = info.st_size + left;
  if (at + (off_t)n <= end) return (ssize_t)n;
  if (at < end) return end - at;
  errno = ENOSPC;
  return -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
  static ssize_t (*next)(int, const void *, size_t, off_t);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "pwrite");
  pthread_mutex_lock(&one_at_a_time);
  ssize_t done = fitting(fd, n, at);
  if (done >= 0) done = next(fd, bytes, (size_t)done, at);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
  static ssize_t (*next)(int, const void *, size_t);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "write");
  pthread_mutex_lock(&one_at_a_time);
  const off_t at = lseek(fd, 0, SEEK_CUR); /* -1: a pipe, no file */
  ssize_t done = at < 0 ? (ssize_t)n : fitting(fd, n, at);
  if (done >= 0) done = next(fd, bytes, (size_t)done);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

int ftruncate(int fd, off_t size)
{
  static int (*next)(int, off_t);
  struct stat info;
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "ftruncate");
  pthread_mutex_lock(&one_at_a_time);
  const off_t left = bytes_left(fd);
  int done = -1;
  if (left >= 0 && fstat(fd, &info) == 0 && size > info.st_size + left)
    errno = ENOSPC;
  else
    done = next(fd, size);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

/* The same by the names that programs use which are compiled for files of 64 bits. */
ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at)
    __attribute__((alias("pwrite")));
int ftruncate64(int fd, off_t size) __attribute__((alias("ftruncate")));
