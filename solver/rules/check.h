/* rules/check.h -- rules that involve more than one key.
 */
#ifndef GM_RULES_CHECK_H
#define GM_RULES_CHECK_H

#include "config/config.h"
#include "config/faults.h"

/* Add an error (gm_report_fault) for every rule that *config breaks.  Rules that need a
 * value with an error in *faults are skipped.  GM_ERR_MEMORY: some rules were not
 * tested. */
gm_status gm_check_config(gm_config *config, const gm_faults *faults);

/* Add an error for every pair of materials that can meet and has no coefficients;
 * grains[i] is the number of grains of material i.  Requires a config without errors. */
gm_status gm_check_meetings(gm_config *config, const double *grains);

#endif
