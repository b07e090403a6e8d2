/* config/read.c -- a scene file to structs, through the key table.  Room: config. */
#include "config/read.h"

#include "base/memory.h"
#include "config/bind.h"
#include "config/check.h"
#include "config/tree.h"
#include "config/value.h"
#include "config/yaml.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { largest_file = 64 * 1024 * 1024 };

/* What stays of the text: config->places. */
typedef struct places {
  gm_yaml tree;
  gm_faults faults;
  char none[1]; /* the text of no faults */
} places;

void gm_read_forget(gm_config *config)
{
  places *p = config->places;
  if (!p) return;
  gm_yaml_clear(&p->tree);
  gm_faults_clear(&p->faults);
  gm_memory_free(&config->places);
  config->errors = NULL;
}

/* config->errors follows the text of the faults, which moves as it grows. */
static gm_status publish(gm_config *config)
{
  places *p = config->places;
  if (p->faults.lost) {
    return gm_fail(GM_ERR_MEMORY, "no memory for the faults of %s",
                   config->path);
  }
  config->errors = p->faults.text ? p->faults.text : p->none;
  const size_t n = p->faults.count;
  if (n == 0) return GM_OK;
  return gm_fail(GM_ERR_INPUT, "%zu error%s in %s", n, n > 1 ? "s" : "",
                 config->path);
}

/* Text to tree, overrides, structs, rules. */
static gm_status read_all(const char *text, size_t length, const char *name,
                          size_t n_set, const char *const *set,
                          gm_config *config)
{
  places *p = config->places;
  gm_yaml_node *root = NULL;
  const gm_status status =
      gm_yaml_parse(&p->tree, text, length, name, true, &p->faults, &root);
  if (status == GM_ERR_INPUT) return GM_OK; /* noted; nothing to go on with */
  GM_TRY(status);
  p->tree.root = root;
  if (root->kind != GM_YAML_MAP) {
    gm_faults_add(&p->faults, root->at, "",
                  "is %s; a scene is a map of keys, as time: {end: 1}",
                  gm_yaml_kind_name(root));
    return GM_OK;
  }
  for (size_t i = 0; i < n_set; ++i) {
    GM_TRY(gm_tree_set(&p->tree, set[i], &p->faults));
  }
  GM_TRY(gm_bind_config(root, &p->faults, config));
  return gm_check_config(config, &p->faults);
}

gm_status gm_read_text(const char *text, size_t length, const char *name,
                       const char *folder, size_t n_set, const char *const *set,
                       gm_config *config)
{
  places *p = NULL;
  gm_config_init(config);
  GM_TRY(GM_RESIZE(p, 0, 1));
  config->places = p;
  GM_TRY(gm_value_copy(name, &config->path));
  GM_TRY(gm_value_copy(folder, &config->folder));
  GM_TRY(read_all(text, length, name, n_set, set, config));
  return publish(config);
}

/* The whole file in *text, to be released with GM_FREE. */
static gm_status load(const char *path, char **text, size_t *length)
{
  FILE *file = fopen(path, "rb");
  if (!file) {
    return gm_fail(GM_ERR_INPUT, "cannot open scene '%s': %s", path,
                   strerror(errno));
  }
  gm_status status = GM_OK;
  size_t room = 65536;
  size_t used = 0;
  *text = NULL;
  status = GM_RESIZE(*text, 0, room);
  while (status == GM_OK) {
    used += fread(*text + used, 1, room - used, file);
    if (used < room) break;
    if (room >= largest_file) {
      status = gm_fail(GM_ERR_FILE,
                       "scene '%s' is larger than 64 MiB; give many grains as "
                       "a CSV file",
                       path);
    } else {
      status = GM_RESIZE(*text, used, 2 * room);
      room *= 2;
    }
  }
  if (status == GM_OK && ferror(file)) {
    status = gm_fail(GM_ERR_FILE, "cannot read scene '%s': %s", path,
                     strerror(errno));
  }
  fclose(file);
  if (status != GM_OK) GM_FREE(*text);
  *length = used;
  return status;
}

gm_status gm_read_scene(const char *path, size_t n_set, const char *const *set,
                        gm_config *config)
{
  char file[4096];
  struct stat info;
  gm_config_init(config);
  const bool is_folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
  size_t n = strlen(path);
  while (is_folder && n > 1 && path[n - 1] == '/')
    --n;
  if (n + sizeof "/scene.yaml" > sizeof file) {
    return gm_fail(GM_ERR_FILE, "the path of the scene is longer than 4 KiB");
  }
  snprintf(file, sizeof file, "%.*s%s", (int)n, path,
           is_folder ? "/scene.yaml" : "");

  char folder[4096] = ".";
  const char *slash = strrchr(file, '/');
  if (slash) {
    const int end = slash == file ? 1 : (int)(slash - file);
    snprintf(folder, sizeof folder, "%.*s", end, file);
  }

  char *text = NULL;
  size_t length = 0;
  GM_TRY(load(file, &text, &length));
  const gm_status status =
      gm_read_text(text, length, file, folder, n_set, set, config);
  GM_FREE(text);
  return status;
}

gm_status gm_read_fault(gm_config *config, const char *path, const char *format,
                        ...)
{
  places *p = config->places;
  const gm_faults_place at = gm_tree_place(&p->tree, path);
  va_list arguments;
  va_start(arguments, format);
  gm_faults_add_list(&p->faults, at, path, format, arguments);
  va_end(arguments);
  return publish(config);
}
