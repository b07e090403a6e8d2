/* config/tree.h -- finds or sets the node of a scene tree that a path names.
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

/* Position at which `path` or its nearest written parent was written; at least that of
 * the root. */
gm_faults_place gm_tree_place(const gm_yaml *tree, const char *path);

/* Apply one override "PATH=VALUE": the value, in YAML flow style, replaces that of the
 * file or is added to the tree.
 *
 * An unknown key is reported later, when the tree is read into the config.  If the item
 * does not exist, or path or value cannot be parsed, an error is added to *faults and
 * the tree keeps its values.  GM_ERR_MEMORY. */
gm_status gm_tree_set(gm_yaml *tree, const char *override, gm_faults *faults);

/* As gm_tree_set, and creates what the path names and does not exist yet: an entry of a
 * named map, an item of a list by its name, by its pair of names, by the next free
 * index or by [+]. */
gm_status gm_tree_make(gm_yaml *tree, const char *setting, gm_faults *faults);

#endif
