/* installed/cases.c -- the cases that come with the program, by name. */
#include "installed/cases.h"

#include "installed/share.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Open the scene of the case `name`; null if there is none. */
static FILE *open_scene(const char *folder, const char *name)
{
  char path[PATH_MAX + NAME_MAX + 16];
  if (*name == '.') return NULL;
  snprintf(path, sizeof path, "%s/%s/scene.yaml", folder, name);
  return fopen(path, "rb");
}

const char *gm_cases_find(const char *scene, char *out, size_t size)
{
  char folder[PATH_MAX];
  if (!*scene || strchr(scene, '/') || access(scene, F_OK) == 0) return scene;
  if (gm_share_path("data/cases", folder, sizeof folder) != GM_OK) return scene;
  FILE *file = open_scene(folder, scene);
  if (!file) return scene;
  fclose(file);
  const int n = snprintf(out, size, "%s/%s", folder, scene);
  return n > 0 && (size_t)n < size ? out : scene;
}

/* title[0..size) receives the title in the text of a scene, without its quotes. */
static void read_title(FILE *file, char *title, size_t size)
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

gm_status gm_cases_print(FILE *out)
{
  char folder[PATH_MAX];
  GM_TRY(gm_share_path("data/cases", folder, sizeof folder));
  struct dirent **entries = NULL;
  const int n = scandir(folder, &entries, NULL, alphasort);
  if (n < 0)
    return gm_fail(GM_ERR_FILE,
                   "no cases at '%s': %s; install the whole tree (cmake "
                   "--install)",
                   folder, strerror(errno));
  for (int k = 0; k < n; ++k) {
    char title[256];
    FILE *file = open_scene(folder, entries[k]->d_name);
    if (file) {
      read_title(file, title, sizeof title);
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
