/* app/info.h -- `granum info`: what is in a result.
 *
 * Room: app.  May include: base, output.
 */
#ifndef GM_APP_INFO_H
#define GM_APP_INFO_H

#include "base/status.h"
#include <stdio.h>

/* The command: argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_info_command(int argc, char **argv);

/* Print to `out` what the result `path` holds: where it is from, frames, counts, balances,
 * loads on structures, arrays with their units.
 * GM_ERR_INPUT: no such file, or no result; GM_ERR_FILE: it cannot be read. */
gm_status gm_info_print(FILE *out, const char *path);

#endif
