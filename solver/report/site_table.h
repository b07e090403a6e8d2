/* report/site_table.h -- prints the memory of the virtual particles.
 */
#ifndef GM_REPORT_SITE_TABLE_H
#define GM_REPORT_SITE_TABLE_H

#include "scene/structures.h"
#include <stdio.h>

/* Print a line for every patch with virtual particles, and their sum; nothing if there
 * are none.  GM_ERR_MEMORY. */
gm_status gm_site_table_print(FILE *out, const gm_structures *structures);

#endif
