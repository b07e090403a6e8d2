/* app/run.h -- granum run and granum check.
 *
 * Room: app.  May include: base, config, structure, scene, audit, step, output.
 */
#ifndef GM_APP_RUN_H
#define GM_APP_RUN_H

#include "base/status.h"

/* Each takes the words after `granum`, its own name first.  GM_ERR_INPUT: the message, or
 * the list of faults, has been printed already where the status message is empty. */
gm_status gm_run_command(int argc, char **argv);
gm_status gm_run_check_command(int argc, char **argv);

#endif
