/* tests/regression/result_file_nolock.c -- a file system that does not lock.
 *
 * Loaded before the C library (LD_PRELOAD), it answers as mounts without a lock service do.
 */
#include <errno.h>
#include <sys/file.h>

int flock(int fd, int operation)
{
  (void)fd;
  (void)operation;
  errno = ENOLCK;
  return -1;
}
