/* app/export.h -- `granum export`: converts a result to other file formats.
 */
#ifndef GM_APP_EXPORT_H
#define GM_APP_EXPORT_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum gm_export_format {
  GM_EXPORT_VTKHDF, /* grains.vtkhdf, contacts.vtkhdf                           */
  GM_EXPORT_SERIES, /* grains_0000.hdf ... and grains.hdf.series, likewise
                       contacts and structures                                  */
  GM_EXPORT_CSV, /* grains_0000.csv ..., contacts_0000.csv ..., history.csv  */
  GM_EXPORT_ONDEM, /* ondem_0000.vtkhdf ...                                    */
  GM_EXPORT_BLOCKS, /* one file with grains, contacts and structures           */
  GM_EXPORT_PAGE, /* one HTML file, by the Python package; only the command  */
  GM_EXPORT_FORMATS
} gm_export_format;

/* Frames to export: first and last, both included; negative numbers count from the end,
 * -1 is the last. */
typedef struct gm_export_range {
  int64_t first, last;
  bool timed;
  double time; /* s  if timed: export only the frame nearest to it */
} gm_export_range;

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_export_command(int argc, char **argv);

/* Write frames of the result `path` into the folder `to`, which is created if
 * necessary; blocks: to the file `to`, NAME.vtkhdf.  force: replace existing files.
 * GM_ERR_INPUT: no such result or frames, or a file exists; GM_ERR_FILE: a file cannot
 * be read or written, and some files may have been written. */
gm_status gm_export_frames(const char *path, const char *to,
                           gm_export_format format, gm_export_range range,
                           bool force);

#endif
