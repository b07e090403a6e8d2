/* config/report.c -- adds errors to a scene that was already read. */
#include "config/report.h"

#include "base/memory.h"
#include "config/tree.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gm_status gm_report_open(gm_config *config, gm_report_places **places)
{
  *places = NULL;
  GM_TRY(GM_RESIZE(*places, 0, 1));
  config->places = *places;
  return GM_OK;
}

void gm_report_forget(gm_config *config)
{
  gm_report_places *p = config->places;
  if (!p) return;
  gm_yaml_clear(&p->tree);
  gm_faults_clear(&p->faults);
  gm_memory_free(&config->places);
  config->errors = NULL;
}

gm_status gm_report_publish(gm_config *config)
{
  gm_report_places *p = config->places;
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

/* Structures behind those of the scene are the shapes of bodies: out[0..bytes) receives
 * the path of the key as the user wrote it. */
static void find_report_written(const gm_config *config, const char *path,
                                char *out, size_t bytes)
{
  const char *const list = "structures[";
  const size_t n = strlen(list);
  snprintf(out, bytes, "%s", path);
  if (strncmp(path, list, n) != 0) return;
  char *end;
  const size_t k = strtoul(path + n, &end, 10);
  if (k < config->n_structures) return;
  const char *key =
      strncmp(end, "].virtual_particles.spacing", 27) == 0 ? "].spacing" : end;
  snprintf(out, bytes, "bodies[%zu%s", k - config->n_structures, key);
}

gm_status gm_report_fault(gm_config *config, const char *path,
                          const char *format, ...)
{
  gm_report_places *p = config->places;
  char written[512];
  find_report_written(config, path, written, sizeof written);
  const gm_faults_place at = gm_tree_place(&p->tree, written);
  va_list arguments;
  va_start(arguments, format);
  gm_faults_add_list(&p->faults, at, written, format, arguments);
  va_end(arguments);
  return gm_report_publish(config);
}

void gm_report_lost(gm_config *config)
{
  gm_report_places *p = config->places;
  p->faults.lost = true;
}
