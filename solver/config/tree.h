/* config/tree.h -- paths in the tree of a scene: find what one names, or set it.
 *
 * Room: config.  May include: base.
 *
 *   structures.blade.motion[0].rotate.rate   structures[1].material
 *   contacts.pairs[glass,steel].friction     materials.glass.density
 *
 * An item of a list is named by its index or by its name; a pair by its two names in
 * any order.
 */
#ifndef GM_CONFIG_TREE_H
#define GM_CONFIG_TREE_H

#include "config/faults.h"
#include "config/yaml.h"

/* Where `path` was written, or its nearest written parent; at least the root. */
gm_faults_place gm_tree_place(const gm_yaml *tree, const char *path);

/* Apply one override "PATH=VALUE": the value, a YAML flow, takes the place of what the
 * file says, or is added to it.
 *
 * An unknown key is left to the reading of the tree; an item that does not exist, a
 * path or a value that cannot be read are added to *faults, and the tree keeps its
 * values.  GM_ERR_MEMORY: as it says. */
gm_status gm_tree_set(gm_yaml *tree, const char *override, gm_faults *faults);

#endif
