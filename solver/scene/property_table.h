/* scene/property_table.h -- a property of a mesh: from a CSV file or the scene to its sites.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_PROPERTY_TABLE_H
#define GM_SCENE_PROPERTY_TABLE_H

#include "scene/structures.h"

/* Lay what the scene says of the friction of structure `k` of the config on the sites of its mesh,
 * s->friction, if it says something.  A file, whose header names x y z value, is read into the
 * config's own rows.
 * GM_ERR_INPUT: faults of the config; all rows that are wrong are listed. */
gm_status gm_property_table_lay(gm_config *config, size_t k, gm_structure *s);

#endif
