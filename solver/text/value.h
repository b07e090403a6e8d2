/* text/value.h -- one value of a scene to one field.
 */
#ifndef GM_TEXT_VALUE_H
#define GM_TEXT_VALUE_H

#include "config/faults.h"
#include "config/keys.h"
#include "config/yaml.h"

/* Read the field of `key`, which is no group and no list of maps, from `node`, or from
 * the default where `node` is null.  `index` is that of the enclosing item.
 * `flat`: a vector of two components has a third, 0.  Requires:
 * the field is zero; node or key->fallback is given.
 *
 * A value that is wrong is added to *faults under `path`, and the field stays zero.
 * GM_ERR_MEMORY: likewise. */
gm_status gm_value_read(const gm_key *key, const gm_yaml_node *node,
                        size_t index, const char *path, gm_faults *faults,
                        int flat, void *field);

/* Why `name` cannot be a name of a material or structure, or null if it can: it would
 * be ambiguous in a path or too long for a result file. */
const char *gm_value_name_fault(const char *name);

/* A copy of `text` in *copy, to be released with GM_FREE.
 * GM_ERR_MEMORY: *copy is unchanged. */
gm_status gm_value_copy(const char *text, char **copy);

#endif
