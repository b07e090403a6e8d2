/* text/bind.h -- a tree of nodes to structs, through the key table.
 */
#ifndef GM_TEXT_BIND_H
#define GM_TEXT_BIND_H

#include "config/config.h"
#include "config/faults.h"
#include "config/yaml.h"

/* Fill every field of *config, which must be fresh from gm_config_init, from `root` or
 * from the defaults of the table.
 *
 * Faults of single keys (unknown, missing, of the wrong kind, out of bounds, none or
 * several of a one-of) are added to *faults; their fields are zero, null or empty.
 * GM_ERR_MEMORY: config is incomplete; gm_config_clear releases it. */
gm_status gm_bind_config(const gm_yaml_node *root, gm_faults *faults,
                         gm_config *config);

#endif
