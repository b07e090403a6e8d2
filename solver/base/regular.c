/* base/regular.c -- opens files to be read, and nothing that is not a file. */
#include "base/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_file(const struct stat *info)
{
  return S_ISREG(info->st_mode) || S_ISDIR(info->st_mode);
}

FILE *gm_regular_open(const char *path)
{
  struct stat info;
  const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    if (errno == ENXIO) errno = EINVAL; /* a socket */
    return NULL;
  }
  const int known = fstat(fd, &info) == 0;
  FILE *file = known && is_file(&info) ? fdopen(fd, "rb") : NULL;
  if (file) return file;
  const int why = known && !is_file(&info) ? EINVAL : errno;
  close(fd);
  errno = why;
  return NULL;
}

const char *gm_regular_reason(int error)
{
  return error == EINVAL ? "it is a FIFO, a device or a socket; expected a file"
                         : strerror(error);
}

gm_status gm_regular_test(const char *path)
{
  struct stat info;
  if (stat(path, &info) != 0 || is_file(&info)) return GM_OK;
  return gm_fail(GM_ERR_INPUT, "cannot open '%s': %s", path,
                 gm_regular_reason(EINVAL));
}
