/* report/fallback_table.h -- prints where distance queries fall back to exact triangles,
 * and why.
 */
#ifndef GM_REPORT_FALLBACK_TABLE_H
#define GM_REPORT_FALLBACK_TABLE_H

#include "scene/structures.h"
#include <stdio.h>

/* Print the fraction of the cells with grains in contact whose queries fall back to the
 * triangles of a mesh, by reason (audit/fallbacks.h), and the patches where the
 * fraction is largest.  GM_ERR_MEMORY. */
gm_status gm_fallback_table_print(FILE *out, const gm_structure *structure);

#endif
