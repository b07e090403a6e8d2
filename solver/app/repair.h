/* app/repair.h -- `granum repair`: a result left behind by a crash.
 *
 * Room: app.  May include: base, output.
 */
#ifndef GM_APP_REPAIR_H
#define GM_APP_REPAIR_H

#include "base/status.h"
#include <stdio.h>

/* The command: argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_repair_command(int argc, char **argv);

/* Mend the result `path` and say on `out` what was done (output/mend.h). */
gm_status gm_repair_file(FILE *out, const char *path);

#endif
