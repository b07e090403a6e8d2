/* app/info.h -- `granum info`: summarises a result.
 */
#ifndef GM_APP_INFO_H
#define GM_APP_INFO_H

#include "base/status.h"
#include <stdio.h>

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_info_command(int argc, char **argv);

/* ---- `granum repair`: repairs a result left behind by a crash -------------------- */

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_info_repair(int argc, char **argv);

#endif
