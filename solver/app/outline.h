/* app/outline.h -- prints a summary of a scene before its run, or its errors.
 */
#ifndef GM_APP_OUTLINE_H
#define GM_APP_OUTLINE_H

#include "base/status.h"
#include "sim/ready.h"
#include <stdio.h>

/* Print the errors of a config to stderr.  Returns GM_ERR_INPUT with an empty message. */
gm_status gm_outline_faults(const gm_config *config, const char *scene);

/* Print a summary of the run in two lines; `path`: path of the scene, as the user gave
 * it. */
void gm_outline_print(FILE *out, const gm_ready *r, const char *path);

/* Print the sources of grains and of bodies, one in each line. */
void gm_outline_sources(FILE *out, const gm_ready *r);

/* ---- `granum parameters`: prints the parameters of a scene ----------------------- */

/* Print every key that can be set in a scene, or in the scene of a result, with its
 * value.  The text is read and its rules are tested; nothing is built and no mesh is
 * read.  GM_ERR_INPUT: errors in the scene; with --json they are printed as JSON. */
gm_status gm_outline_parameters(int argc, char **argv);

#endif
