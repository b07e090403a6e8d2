/* scene/parts.h -- parts of a mesh that do something of their own, by the names of its groups.
 *
 * Room: scene.  May include: base, config, structure.
 *
 * A list of groups has a bit; triangles and patches carry the bits of the lists they are in.  Lists:
 * those of the conveyors of the structure, in their order, then those of the sinks that name groups of it.
 */
#ifndef GM_SCENE_PARTS_H
#define GM_SCENE_PARTS_H

#include "scene/structures.h"

/* Bits of the triangles of structure k, whose surface was read: s->part, null where no list names
 * groups.  GM_ERR_INPUT, with a fault: the mesh has no group of that name.  GM_ERR_MEMORY. */
gm_status gm_parts_find(gm_config *config, size_t k, gm_structure *s);

/* The bit of a sink that names groups of a structure; 0: it names none. */
uint32_t gm_parts_of_sink(const gm_config *config, size_t sink);

/* While `apart`, triangles of other parts count as of other materials: patches are cut between. */
void gm_parts_apart(gm_structure *s, int apart);

/* Bits of the patches from those of their triangles.  GM_ERR_MEMORY. */
gm_status gm_parts_give(gm_structure *s);

#endif
