/* config/reads.c -- the files that a scene is read from, so that none is replaced. */
#include "config/reads.h"

#include "base/memory.h"
#include <stdio.h>
#include <sys/stat.h>

gm_status gm_reads_add(gm_config *config, const char *path, const char *name)
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

gm_status gm_reads_spare(const gm_config *config, const char *path)
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
