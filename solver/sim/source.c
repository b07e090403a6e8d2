/* sim/source.c -- reads the scene to run. */
#include "sim/source.h"

#include "file/door.h"
#include "file/schema.h"
#include "result/result.h"
#include "rules/read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_LENGTH = 4096 };

int gm_source_is_result(const char *path)
{
  const size_t n = strlen(path), m = strlen(GM_SUFFIX_RESULT);
  struct stat info;
  return n > m && !strcmp(path + n - m, GM_SUFFIX_RESULT) &&
         !stat(path, &info) && S_ISREG(info.st_mode);
}

/* out[0..size) receives the folder of the scene from which the result was made. */
static void sim_source_scene_folder(const gm_result *r, char *out, size_t size)
{
  struct stat info;
  gm_door_text(r->file, GM_GROUP_SCENE, GM_ATTR_SOURCE, out, (int64_t)size);
  if (!stat(out, &info) && S_ISDIR(info.st_mode)) return;
  char *slash = strrchr(out, '/');
  if (slash)
    *slash = '\0';
  else
    snprintf(out, size, ".");
}

gm_status gm_source_read(const char *path, gm_config *config)
{
  if (!gm_source_is_result(path)) return gm_read_file(path, config);
  gm_config_init(config);
  gm_result r;
  gm_result_array text = {0};
  char folder[PATH_LENGTH];
  gm_status status = gm_result_open(path, &r);
  if (status == GM_OK) {
    status = gm_result_expect(&r, GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE, false,
                              1, 0, -1, &text);
  }
  char *scene = NULL;
  if (status == GM_OK) {
    sim_source_scene_folder(&r, folder, sizeof folder);
    scene = malloc((size_t)text.n + 1);
    if (!scene) status = gm_fail(GM_ERR_MEMORY, "no memory for '%s'", path);
  }
  if (status == GM_OK) {
    for (int64_t k = 0; k < text.n; ++k)
      scene[k] = (char)text.integer[k];
    status = gm_read_begin(scene, (size_t)text.n, path, folder, config);
  }
  free(scene);
  gm_result_array_clear(&text);
  gm_result_clear(&r);
  return status;
}

/* out[0..size) receives the last part of a path without its suffix; for
 * .../NAME/scene.yaml it is NAME. */
static void name_sim_source_stem(const char *path, char *out, size_t size)
{
  char full[PATH_LENGTH], text[PATH_LENGTH];
  struct stat info;
  const int found = realpath(path, full) != NULL;
  snprintf(text, sizeof text, "%s", found ? full : path);
  char *name = strrchr(text, '/');
  if (name && !strcmp(name, "/scene.yaml")) {
    *name = '\0';
    name = strrchr(text, '/');
  }
  name = name ? name + 1 : text;
  char *dot = strrchr(name, '.');
  const int folder = !stat(path, &info) && S_ISDIR(info.st_mode);
  if (dot && dot != name && !folder) *dot = '\0';
  snprintf(out, size, "%s", *name ? name : "scene");
}

void gm_source_name(const char *path, char *out, size_t size)
{
  char stem[PATH_LENGTH];
  struct stat info;
  name_sim_source_stem(path, stem, sizeof stem);
  if (!gm_source_is_result(path)) {
    snprintf(out, size, "%s%s", stem, GM_SUFFIX_RESULT);
    return;
  }
  for (int k = 1; k < 10000; ++k) {
    snprintf(out, size, "%s-%d%s", stem, k, GM_SUFFIX_RESULT);
    if (stat(out, &info)) return;
  }
}
