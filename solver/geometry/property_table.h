/* geometry/property_table.h -- a surface property of a mesh, from a CSV file or the
 * scene file.
 */
#ifndef GM_GEOMETRY_PROPERTY_TABLE_H
#define GM_GEOMETRY_PROPERTY_TABLE_H

#include "scene/structures.h"

/* Assign the friction factor of structure `k` of the config, if it has one, to the
 * virtual particles of its mesh (s->friction).  A file, whose header names x y z value,
 * is read into the config.  GM_ERR_INPUT: errors of the config; all wrong rows are
 * listed. */
gm_status gm_property_table_lay(gm_config *config, size_t k, gm_structure *s);

#endif
