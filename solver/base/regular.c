/* base/regular.c -- opens files to be read, and nothing that is not a file. */
#include "base/regular.h"

#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

/* ---- reads a file into memory ---------------------------------------------------- */

gm_status gm_regular_read(const char *path, char **bytes, size_t *size)
{
  *bytes = NULL;
  *size = 0;
  FILE *file = gm_regular_open(path);
  if (!file) {
    return gm_fail(errno == ENOMEM ? GM_ERR_MEMORY : GM_ERR_FILE,
                   "cannot open surface '%s': %s", path,
                   gm_regular_reason(errno));
  }
  gm_status status = GM_OK;
  long end = -1;
  if (fseek(file, 0, SEEK_END) == 0) end = ftell(file);
  /* a folder can be opened, and returns LONG_MAX */
  if (end < 0 || end == LONG_MAX || fseek(file, 0, SEEK_SET) != 0) {
    status = gm_fail(GM_ERR_FILE, "surface '%s' is not a file that can be read",
                     path);
  }
  if (status == GM_OK) status = GM_RESIZE(*bytes, 0, (size_t)end + 1);
  if (status == GM_OK && fread(*bytes, 1, (size_t)end, file) != (size_t)end) {
    status = gm_fail(GM_ERR_FILE, "cannot read surface '%s': %s", path,
                     ferror(file) ? strerror(errno) : "it ended early");
  }
  *size = (size_t)end;
  fclose(file);
  if (status != GM_OK) GM_FREE(*bytes);
  return status;
}
