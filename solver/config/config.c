/* config/config.c -- an empty config, and paths in it. */
#include "config/config.h"

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

const gm_config_pair *gm_config_pairs(const gm_config *config,
                                      const char **list, size_t *n)
{
  const bool hard = config->contacts.law == GM_LAW_COLLISIONS;
  *list = hard ? "collisions.pairs" : "contacts.pairs";
  *n = hard ? config->collisions.n_pairs : config->contacts.n_pairs;
  return hard ? config->collisions.pairs : config->contacts.pairs;
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
