/* app/run.h -- the commands `granum run` and `granum check`.
 */
#ifndef GM_APP_RUN_H
#define GM_APP_RUN_H

#include "base/status.h"

/* argv[0] is the name of the command.  GM_ERR_INPUT with an empty message: the errors
 * have already been printed. */
gm_status gm_run_command(int argc, char **argv);

gm_status gm_run_check_command(int argc, char **argv);

#endif
