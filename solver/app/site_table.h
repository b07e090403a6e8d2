/* app/site_table.h -- what virtual particles take, as a table.
 *
 * Room: app.  May include: base, structure, scene.
 */
#ifndef GM_APP_SITE_TABLE_H
#define GM_APP_SITE_TABLE_H

#include "scene/structures.h"
#include <stdio.h>

/* Print a line for every patch that is carried by sites, and their sum; nothing where there
 * is none.  GM_ERR_MEMORY. */
gm_status gm_site_table_print(FILE *out, const gm_structures *structures);

#endif
