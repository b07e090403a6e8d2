/* report/mesh_report.h -- prints what was found in mesh files and repaired.
 */
#ifndef GM_REPORT_MESH_REPORT_H
#define GM_REPORT_MESH_REPORT_H

#include "scene/structures.h"
#include <stdio.h>

/* Print the reports of all meshes, or (`all` 0) only of those with repairs or
 * oddities. */
void gm_mesh_report_print(FILE *out, const gm_structures *structures, int all);

#endif
