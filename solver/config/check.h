/* config/check.h -- rules that involve more than one key.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_CHECK_H
#define GM_CONFIG_CHECK_H

#include "config/config.h"
#include "config/faults.h"

/* Add a fault for every rule that *config breaks, through gm_read_fault.  A rule that
 * needs a value which has a fault already, as *faults tells, is not judged.
 * GM_ERR_MEMORY: not all rules were judged. */
gm_status gm_check_config(gm_config *config, const gm_faults *faults);

/* Add a fault for every pair of materials that can meet and has no coefficients, when there
 * are grains[i] grains of material i.  Requires a config without faults. */
gm_status gm_check_meetings(gm_config *config, const double *grains);

#endif
