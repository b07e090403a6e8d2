/* app/commands.h -- the commands of granum that have a file of their own. */
#ifndef GM_APP_COMMANDS_H
#define GM_APP_COMMANDS_H

#include "base/status.h"

/* argv[0] is the name of the command.  GM_ERR_INPUT with an empty message: the errors
 * have already been printed. */
gm_status gm_run_command(int argc, char **argv);

gm_status gm_run_check_command(int argc, char **argv);

/* ---- `granum info`: summarises a result ------------------------------------------ */

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_info_command(int argc, char **argv);

/* ---- `granum repair`: repairs a result left behind by a crash -------------------- */

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_info_repair(int argc, char **argv);

/* ---- `granum export`: converts a result to other file formats -------------------- */

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_export_command(int argc, char **argv);

#endif
