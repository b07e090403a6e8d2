/* app/repair.h -- `granum repair`: repairs a result left behind by a crash.
 */
#ifndef GM_APP_REPAIR_H
#define GM_APP_REPAIR_H

#include "base/status.h"
#include <stdio.h>

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_repair_command(int argc, char **argv);

#endif
