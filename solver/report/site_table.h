/* report/site_table.h -- prints the memory of the virtual particles.
 */
#ifndef GM_REPORT_SITE_TABLE_H
#define GM_REPORT_SITE_TABLE_H

#include "scene/scene.h"
#include <stdio.h>

/* Print a line for every patch with virtual particles, their sum, and what a grid over
 * the domain would take; nothing if there are none.  GM_ERR_MEMORY. */
gm_status gm_site_table_print(FILE *out, const gm_scene *scene);

#endif
