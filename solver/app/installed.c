/* app/installed.c -- what is installed beside the program: cases, and the Python
 * package.
 *
 * Both are in the folder share/granum of the program's own tree.  GM_SHARE_PATH leads
 * from the folder of the program to it; CMake sets it, as an installation may have other
 * folders than the usual ones.
 */
#include "app/installed.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- finds the folder share/granum of the program's own tree --------------------- */

/* Cases, shapes and the Python package are in it, in an installed tree as in the build
 * tree.  An installed tree may be moved, so the folder is found from the program.
 *
 * GM_SHARE_PATH leads from the folder of the program to it; CMake sets it, as an
 * installation may have other folders than the usual ones. */

#ifndef GM_SHARE_PATH
#define GM_SHARE_PATH "../share/granum"
#endif

/* out[0..size) receives the path of `below` in share/granum, whether it is there or not.
 * GM_ERR_FILE: the program's own folder is not known, or the path is too long. */
static gm_status find_installed_share(const char *below, char *out, size_t size)
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

/* ---- the cases that come with the program, by name ------------------------------- */

/* Open the scene of the case `name`; null if there is none. */
static FILE *open_installed_scene(const char *folder, const char *name)
{
  char path[PATH_MAX + NAME_MAX + 16];
  if (*name == '.') return NULL;
  snprintf(path, sizeof path, "%s/%s/scene.yaml", folder, name);
  return fopen(path, "rb");
}

const char *gm_installed_case(const char *scene, char *out, size_t size)
{
  char folder[PATH_MAX];
  if (!*scene || strchr(scene, '/') || access(scene, F_OK) == 0) return scene;
  if (find_installed_share("data/cases", folder, sizeof folder) != GM_OK)
    return scene;
  FILE *file = open_installed_scene(folder, scene);
  if (!file) return scene;
  fclose(file);
  const int n = snprintf(out, size, "%s/%s", folder, scene);
  return n > 0 && (size_t)n < size ? out : scene;
}

/* title[0..size) receives the title in the text of a scene, without its quotes. */
static void read_installed_title(FILE *file, char *title, size_t size)
{
  static const char key[] = "title:";
  char line[512];
  *title = '\0';
  while (fgets(line, sizeof line, file)) {
    if (strncmp(line, key, sizeof key - 1) != 0) continue;
    char *text = line + sizeof key - 1;
    text += strspn(text, " \"'");
    text[strcspn(text, "\r\n\"#")] = '\0';
    snprintf(title, size, "%s", text);
    return;
  }
}

gm_status gm_installed_cases(FILE *out)
{
  char folder[PATH_MAX];
  GM_TRY(find_installed_share("data/cases", folder, sizeof folder));
  struct dirent **entries = NULL;
  const int n = scandir(folder, &entries, NULL, alphasort);
  if (n < 0)
    return gm_fail(GM_ERR_FILE,
                   "no cases at '%s': %s; install the whole tree (cmake "
                   "--install)",
                   folder, strerror(errno));
  for (int k = 0; k < n; ++k) {
    char title[256];
    FILE *file = open_installed_scene(folder, entries[k]->d_name);
    if (file) {
      read_installed_title(file, title, sizeof title);
      fprintf(out, "%-14s %s\n", entries[k]->d_name, title);
      fclose(file);
    }
    free(entries[k]);
  }
  free(entries);
  if (fflush(out) != 0 || ferror(out))
    return gm_fail(GM_ERR_FILE, "cannot write the list of the cases");
  return GM_OK;
}

/* ---- finds the Python package granum and starts a module of it ------------------- */

#define VARIABLE "GRANUM_PYTHON"
#define SYSTEM "/usr/bin/python3"

/* Write the folder of the package into path [PATH_MAX]. */
static gm_status find_installed_package(char *path)
{
  GM_TRY(find_installed_share("python", path, PATH_MAX));
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
static gm_status add_to_installed_path(const char *package)
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

gm_status gm_installed_module(const char *module, int argc, char **argv)
{
  char package[PATH_MAX];
  GM_TRY(find_installed_package(package));
  GM_TRY(add_to_installed_path(package));
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
