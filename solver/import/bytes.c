/* import/bytes.c -- reads a file into memory. */
#include "import/bytes.h"

#include "base/memory.h"
#include "base/regular.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

gm_status gm_bytes_read(const char *path, char **bytes, size_t *size)
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
