/* setup/sensors_build.h -- build the sensors from the config.
 */
#ifndef GM_SETUP_SENSORS_BUILD_H
#define GM_SETUP_SENSORS_BUILD_H

#include "config/config.h"
#include "scene/sensors.h"

/* Build the sensors of a config.  GM_ERR_INPUT, with an error message: a mesh is
 * unsuitable.  GM_ERR_MEMORY.  *sensors must be cleared in all cases. */
gm_status gm_sensors_build(gm_config *config, gm_sensors *sensors);

/* GM_ERR_INPUT, with an error message for each stress region or mesh that extends
 * beyond a periodic face. */
gm_status gm_sensors_build_check(gm_config *config, const gm_sensors *sensors,
                                 const gm_domain *domain);

#endif
