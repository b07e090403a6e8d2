/* config/report.h -- adds errors to a scene that was already read. */
#ifndef GM_CONFIG_REPORT_H
#define GM_CONFIG_REPORT_H

#include "config/config.h"
#include "config/faults.h"
#include "config/yaml.h"

/* The parsed text of a scene, kept in config->places so that later errors can name the
 * line of their key. */
typedef struct gm_report_places {
  gm_yaml tree;
  gm_faults faults;
  char none[1]; /* empty text, for a scene without errors */
} gm_report_places;

/* Create config->places, empty. GM_ERR_MEMORY. */
gm_status gm_report_open(gm_config *config, gm_report_places **places);

/* Point config->errors to the current text of the messages, which moves as it grows.
 * GM_ERR_INPUT, with the number of errors, if there are any. */
gm_status gm_report_publish(gm_config *config);

/* Add one error found after reading (overlapping grains, an unstable time step) to
 * config->errors, with the position at which `path` or its nearest parent was written.
 * Returns GM_ERR_INPUT. */
gm_status gm_report_fault(gm_config *config, const char *path,
                          const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Note that memory ran out before an error, or its absence, was found: reading ends with
 * GM_ERR_MEMORY. */
void gm_report_lost(gm_config *config);

/* Release config->places and config->errors. Only gm_config_clear calls this. */
void gm_report_forget(gm_config *config);

#endif
