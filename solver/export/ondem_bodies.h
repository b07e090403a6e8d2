/* export/ondem_bodies.h -- writes structures as bodies of ON-DEM.
 */
#ifndef GM_EXPORT_ONDEM_BODIES_H
#define GM_EXPORT_ONDEM_BODIES_H

#include "config/config.h"
#include "result/result.h"

/* Write the walls and facets of frame `frame` of the result, whose scene is `config`,
 * and the names of all structures; structure k is body first + k.  GM_ERR_FILE. */
gm_status gm_ondem_bodies_put(gm_hdf5_file *file, const gm_result *result,
                              int64_t frame, const gm_config *config,
                              int64_t first);

#endif
