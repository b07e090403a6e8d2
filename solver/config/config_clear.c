/* config/config_clear.c -- release a config, through the key table. */
#include "base/memory.h"
#include "config/keys.h"
#include "config/report.h"

/* Release the memory of the fields that the children of `parent` describe in the struct
 * `item`.  Fields of alternatives that were not chosen are null. */
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
  GM_FREE(config->inputs);
  gm_report_forget(config); /* errors live there */
  gm_config_init(config);
}
