/* exchange/clump_rows.h -- rows of grains under way, each with its clump.
 *
 * The members of a clump have one owner, that of its centre.  As each row brings the
 * clump, a rank has those of its ghosts too, whatever members of them are here.
 */
#ifndef GM_EXCHANGE_CLUMP_ROWS_H
#define GM_EXCHANGE_CLUMP_ROWS_H

#include "exchange/id_rows.h"
#include "scene/scene.h"

/* Bytes of a row. */
size_t gm_clump_rows_bytes(const gm_scene *scene);

void gm_clump_rows_pack(const gm_scene *scene, gm_index i, char *to);

/* Room for the clumps of so many rows.  GM_ERR_MEMORY. */
gm_status gm_clump_rows_reserve(gm_scene *scene, gm_index rows);

/* Append the row to the grains, which have room, and its clump. */
void gm_clump_rows_unpack(gm_scene *scene, const char *from);

/* When the grains are in order: clumps that came several times become one, in the order
 * of their first members.  `table` is used.  GM_ERR_MEMORY. */
gm_status gm_clump_rows_unite(gm_scene *scene, gm_id_rows *table);

#endif
