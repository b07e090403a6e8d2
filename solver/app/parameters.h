/* app/parameters.h -- `granum parameters`: prints the parameters of a scene.
 */
#ifndef GM_APP_PARAMETERS_H
#define GM_APP_PARAMETERS_H

#include "base/status.h"

/* Print every key that can be set in a scene, or in the scene of a result, with its
 * value.  The text is read and its rules are tested; nothing is built and no mesh is
 * read.  GM_ERR_INPUT: errors in the scene; with --json they are printed as JSON. */
gm_status gm_parameters_command(int argc, char **argv);

#endif
