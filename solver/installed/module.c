/* installed/module.c -- finds the Python package granum and starts a module of it.
 */
#include "installed/module.h"

#include "installed/share.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VARIABLE "GRANUM_PYTHON"
#define SYSTEM "/usr/bin/python3"

/* Write the folder of the package into path [PATH_MAX]. */
static gm_status find_package(char *path)
{
  GM_TRY(gm_share_path("python", path, PATH_MAX));
  char file[PATH_MAX + 32];
  snprintf(file, sizeof file, "%s/granum/__init__.py", path);
  if (access(file, R_OK) == 0) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "the Python package is not at '%s': %s; apt install "
                 "./python3-granum_*.deb, or install the whole tree (cmake "
                 "--install)",
                 path, strerror(errno));
}

/* Put the package before other entries of PYTHONPATH. */
static gm_status add_to_path(const char *package)
{
  const char *before = getenv("PYTHONPATH");
  const size_t size =
      strlen(package) + (before && *before ? strlen(before) + 1 : 0) + 1;
  char *both = malloc(size);
  if (!both) return gm_fail(GM_ERR_MEMORY, "no memory for a path");
  if (before && *before)
    snprintf(both, size, "%s:%s", package, before);
  else
    snprintf(both, size, "%s", package);
  const int failed = setenv("PYTHONPATH", both, 1);
  free(both);
  return failed ? gm_fail(GM_ERR_MEMORY, "no memory for a path") : GM_OK;
}

gm_status gm_module_start(const char *module, int argc, char **argv)
{
  char package[PATH_MAX];
  GM_TRY(find_package(package));
  GM_TRY(add_to_path(package));
  const char *python = getenv(VARIABLE);
  if (!python || !*python)
    python = access(SYSTEM, X_OK) == 0 ? SYSTEM : "python3";

  char **words = calloc((size_t)argc + 3, sizeof *words);
  if (!words) return gm_fail(GM_ERR_MEMORY, "no memory for a command line");
  words[0] = (char *)python;
  words[1] = (char *)"-m";
  words[2] = (char *)module;
  for (int k = 1; k < argc; ++k)
    words[k + 2] = argv[k];
  execvp(python, words);
  free(words);
  return gm_fail(
      GM_ERR_FILE,
      "cannot start '%s': %s; apt install python3 python3-numpy "
      "python3-h5py python3-matplotlib python3-yaml, or set " VARIABLE
      " to a python3 that has them",
      python, strerror(errno));
}
