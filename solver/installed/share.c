/* installed/share.c -- finds the folder share/granum of the program's own tree.
 *
 * GM_SHARE_PATH leads from the folder of the program to it; CMake sets it, as an
 * installation may have other folders than the usual ones.
 */
#include "installed/share.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef GM_SHARE_PATH
#define GM_SHARE_PATH "../share/granum"
#endif

gm_status gm_share_path(const char *below, char *out, size_t size)
{
  char program[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", program, sizeof program);
  if (n <= 0 || n >= (ssize_t)sizeof program)
    return gm_fail(GM_ERR_FILE, "cannot find the program's own folder: %s",
                   strerror(n < 0 ? errno : ENAMETOOLONG));
  program[n] = '\0';
  *strrchr(program, '/') = '\0';
  char folder[PATH_MAX], whole[PATH_MAX];
  int length = snprintf(folder, sizeof folder, "%s/" GM_SHARE_PATH, program);
  if (length > 0 && (size_t)length < sizeof folder) {
    const bool there = realpath(folder, whole) != NULL; /* without .. */
    length = snprintf(out, size, "%s/%s", there ? whole : folder, below);
    if (length > 0 && (size_t)length < size) return GM_OK;
  }
  return gm_fail(GM_ERR_FILE, "the path of the program is too long");
}
