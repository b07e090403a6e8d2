/* config/report.c -- adds errors to a scene that was already read. */
#include "config/report.h"

#include "base/memory.h"
#include "config/tree.h"
#include <stdarg.h>

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

gm_status gm_report_fault(gm_config *config, const char *path,
                          const char *format, ...)
{
  gm_report_places *p = config->places;
  const gm_faults_place at = gm_tree_place(&p->tree, path);
  va_list arguments;
  va_start(arguments, format);
  gm_faults_add_list(&p->faults, at, path, format, arguments);
  va_end(arguments);
  return gm_report_publish(config);
}

void gm_report_lost(gm_config *config)
{
  gm_report_places *p = config->places;
  p->faults.lost = true;
}
