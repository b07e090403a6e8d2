/* app/mesh_report.h -- what was found in meshes and done about it, printed.
 *
 * Room: app.  May include: base, scene, structure.
 */
#ifndef GM_APP_MESH_REPORT_H
#define GM_APP_MESH_REPORT_H

#include "scene/structures.h"
#include <stdio.h>

/* The reports of all meshes, or only of those (`all` 0) with something mended or odd. */
void gm_mesh_report_print(FILE *out, const gm_structures *structures, int all);

#endif
