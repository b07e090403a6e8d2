/* app/answer_table.h -- where triangles answer in place of virtual particles, and why.
 *
 * Room: app.  May include: base, scene, audit.
 */
#ifndef GM_APP_ANSWER_TABLE_H
#define GM_APP_ANSWER_TABLE_H

#include "scene/structures.h"
#include <stdio.h>

/* Of a mesh, the share of cells where grains touch that triangles answer for, by the reason
 * (audit/answers.h), and the patches where that is most.  GM_ERR_MEMORY. */
gm_status gm_answer_table_print(FILE *out, const gm_structure *structure);

#endif
