/* setup/sinks_build.h -- build the sinks from the config.
 */
#ifndef GM_SETUP_SINKS_BUILD_H
#define GM_SETUP_SINKS_BUILD_H

#include "scene/sinks.h"

/* Build the sinks of a config without errors, switched for t = 0.  GM_ERR_INPUT, with
 * an error message: a region extends beyond periodic faces.  GM_ERR_MEMORY. */
gm_status gm_sinks_build(gm_config *config, const gm_domain *domain,
                         gm_structures *structures, gm_sinks *sinks);

#endif
