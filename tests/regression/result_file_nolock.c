/* tests/regression/result_file_nolock.c -- simulates a file system without locks.
 *
 * Loaded before the C library (LD_PRELOAD), it returns the errors of mounts without a
 * lock service.
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
