/* rules/read.c -- reads a scene file into the config, through the key table.
 *
 * Text to a tree, overrides into the tree, the tree to structs, rules: each a
 * function, so that a scene can also be made by calls.  Faults are gathered, and
 * reported together at the end.
 */
#include "rules/read.h"

#include "base/memory.h"
#include "base/regular.h"
#include "config/report.h"
#include "config/tree.h"
#include "config/yaml.h"
#include "rules/check.h"
#include "text/bind.h"
#include "text/value.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { largest_file = 64 * 1024 * 1024 };

/* Parse the text into a tree.  On an error, which is collected, the tree is empty. */
static gm_status parse_read_text(const char *text, size_t length,
                                 const char *name, gm_config *config)
{
  gm_report_places *p = config->places;
  gm_yaml_node *root = NULL;
  const gm_status status =
      gm_yaml_parse(&p->tree, text, length, name, true, &p->faults, &root);
  if (status == GM_ERR_INPUT) return GM_OK;
  GM_TRY(status);
  if (root->kind == GM_YAML_MAP) {
    p->tree.root = root;
    return GM_OK;
  }
  gm_faults_add(&p->faults, root->at, "",
                "is %s; a scene is a map of keys, as time: {end: 1}",
                gm_yaml_kind_name(root));
  return GM_OK;
}

gm_status gm_read_begin(const char *text, size_t length, const char *name,
                        const char *folder, gm_config *config)
{
  gm_report_places *p;
  gm_config_init(config);
  GM_TRY(gm_report_open(config, &p));
  GM_TRY(gm_value_copy(name, &config->path));
  GM_TRY(gm_value_copy(folder, &config->folder));
  return parse_read_text(text, length, name, config);
}

gm_status gm_read_override(gm_config *config, const char *override)
{
  gm_report_places *p = config->places;
  if (!p->tree.root) return GM_OK;
  return gm_tree_set(&p->tree, override, &p->faults);
}

gm_status gm_read_make(gm_config *config, const char *setting)
{
  gm_report_places *p = config->places;
  gm_faults *f = &p->faults;
  const gm_faults before = *f;
  if (!p->tree.root) return gm_report_publish(config);
  GM_TRY(gm_tree_make(&p->tree, setting, f));
  if (f->count == before.count) return GM_OK;
  gm_fail(GM_ERR_INPUT, "%s", f->text ? f->text + before.used : "");
  f->used = before.used;
  f->p_used = before.p_used;
  f->k_used = before.k_used;
  f->count = before.count;
  if (f->text) f->text[f->used] = '\0';
  return GM_ERR_INPUT;
}

gm_status gm_read_bind(gm_config *config)
{
  gm_report_places *p = config->places;
  if (!p->tree.root) return GM_OK;
  return gm_bind_config(p->tree.root, &p->faults, config);
}

gm_status gm_read_check(gm_config *config)
{
  gm_report_places *p = config->places;
  if (p->tree.root) GM_TRY(gm_check_config(config, &p->faults));
  return gm_report_publish(config);
}

static gm_status finish_read_config(size_t n_set, const char *const *set,
                                    gm_config *config)
{
  for (size_t i = 0; i < n_set; ++i)
    GM_TRY(gm_read_override(config, set[i]));
  GM_TRY(gm_read_bind(config));
  return gm_read_check(config);
}

gm_status gm_read_text(const char *text, size_t length, const char *name,
                       const char *folder, size_t n_set, const char *const *set,
                       gm_config *config)
{
  GM_TRY(gm_read_begin(text, length, name, folder, config));
  return finish_read_config(n_set, set, config);
}

/* Read the whole file into *text, to be released with GM_FREE. */
static gm_status load_read_text(const char *path, char **text, size_t *length)
{
  FILE *file = gm_regular_open(path);
  if (!file) {
    const int name = errno == ENOENT && !strpbrk(path, "./");
    return gm_fail(errno == ENOMEM ? GM_ERR_MEMORY : GM_ERR_INPUT,
                   "cannot open scene '%s': %s%s", path,
                   gm_regular_reason(errno),
                   name ? "; granum cases lists those with a name" : "");
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

gm_status gm_read_file(const char *path, gm_config *config)
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
  GM_TRY(load_read_text(file, &text, &length));
  const gm_status status = gm_read_begin(text, length, file, folder, config);
  GM_FREE(text);
  return status == GM_OK ? gm_config_note(config, file, "the scene") : status;
}

gm_status gm_read_scene(const char *path, size_t n_set, const char *const *set,
                        gm_config *config)
{
  GM_TRY(gm_read_file(path, config));
  return finish_read_config(n_set, set, config);
}
