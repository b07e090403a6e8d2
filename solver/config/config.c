/* config/config.c -- an empty config, and the files that it names. */
#include "config/config.h"

#include "base/memory.h"
#include <stdio.h>
#include <sys/stat.h>

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

gm_status gm_config_note(gm_config *config, const char *path, const char *name)
{
  struct stat info;
  const size_t n = config->n_inputs;
  if (stat(path, &info) != 0) return GM_OK;
  GM_TRY(GM_RESIZE(config->inputs, n, n + 1));
  gm_config_input *input = &config->inputs[config->n_inputs++];
  input->device = (unsigned long long)info.st_dev;
  input->node = (unsigned long long)info.st_ino;
  snprintf(input->name, sizeof input->name, "%s", name);
  return GM_OK;
}

gm_status gm_config_spare(const gm_config *config, const char *path)
{
  struct stat info;
  if (stat(path, &info) != 0) return GM_OK;
  for (size_t k = 0; k < config->n_inputs; ++k) {
    const gm_config_input *input = &config->inputs[k];
    if (input->device == (unsigned long long)info.st_dev &&
        input->node == (unsigned long long)info.st_ino)
      return gm_fail(GM_ERR_INPUT,
                     "'%s' is a file that this run reads (%s); a result does "
                     "not replace it, not even with --force: give another "
                     "name with --output",
                     path, input->name);
  }
  return GM_OK;
}
