/* config/reads.h -- the files that a scene is read from, so that none is replaced. */
#ifndef GM_CONFIG_READS_H
#define GM_CONFIG_READS_H

#include "base/status.h"
#include "config/config.h"

/* Note that the file `path` belongs to the scene: `name` is "the scene" or the path of
 * the key that names it.  GM_ERR_MEMORY. */
gm_status gm_reads_add(gm_config *config, const char *path, const char *name);

/* GM_ERR_INPUT, with a message that names both: `path` is a file that the scene was read
 * from, by whatever name or link, and a result must not replace it. */
gm_status gm_reads_spare(const gm_config *config, const char *path);

#endif
