/* config/config.c -- life and death of a config, through the key table.  Room: config. */
#include "config/config.h"

#include "base/memory.h"
#include "config/keys.h"
#include "config/read.h"
#include <stdio.h>

void gm_config_init(gm_config *config)
{
  *config = (gm_config){0};
}

void gm_config_path(const gm_config *config, const char *name, char *path,
                    size_t bytes)
{
  const bool whole = name[0] == '/';
  snprintf(path, bytes, "%s%s%s", whole ? "" : config->folder, whole ? "" : "/",
           name);
}

const gm_config_bed *gm_config_bed_of(const gm_config *config, size_t source,
                                      const char **word)
{
  const gm_config_grains *g = &config->grains[source];
  if (g->source == GM_SOURCE_RESULT) {
    *word = "result";
    return &g->result;
  }
  if (g->source != GM_SOURCE_ONDEM) return NULL;
  *word = "ondem";
  return &g->ondem.of;
}

/* Release what the children of `parent` hold in the struct at `item`, chosen branches
 * and others alike: those never bound are null. */
static void clear_children(const gm_key *parent, char *item)
{
  for (const gm_key *key = gm_keys_first(parent); key;
       key = gm_keys_next(parent, key)) {
    void **field = (void **)(void *)(item + key->offset);
    if (key->kind == GM_KEY_GROUP) {
      clear_children(key, item);
    } else if (gm_keys_is_list(key)) {
      const size_t n = *(size_t *)(void *)(item + key->count);
      for (size_t i = 0; i < n; ++i) {
        char *next = (char *)*field + i * key->size;
        /* The name of a named item is its first field and no row. */
        if (key->kind == GM_KEY_NAMED) gm_memory_free((void **)(void *)next);
        clear_children(key, next);
      }
      gm_memory_free(field);
    } else if (key->kind == GM_KEY_TEXT || key->kind == GM_KEY_NAME) {
      gm_memory_free(field);
    } else if (key->kind == GM_KEY_NAMES) {
      gm_memory_free(field);
      gm_memory_free(field + 1);
    }
  }
}

void gm_config_clear(gm_config *config)
{
  clear_children(gm_keys, (char *)config);
  GM_FREE(config->path);
  GM_FREE(config->folder);
  gm_read_forget(config); /* errors live there */
  gm_config_init(config);
}
