/* report/audit_report.h -- prints the audit of the meshes.
 */
#ifndef GM_REPORT_AUDIT_REPORT_H
#define GM_REPORT_AUDIT_REPORT_H

#include "config/config.h"
#include "scene/structures.h"
#include <stdio.h>

/* Audit every mesh (audit/coverage.h) and print the findings, with positions and
 * remedies.  Unacceptable findings are errors of the config (GM_ERR_INPUT): missing
 * virtual particles where a grain can touch, errors beyond the tolerance, cuts that do
 * not separate patches.  `overlap` (1, over the radius) is the expected overlap of the
 * hardest impact, at `speed` (m/s). */
gm_status gm_audit_report_print(FILE *out, gm_config *config,
                                const gm_structures *structures, double overlap,
                                double speed);

#endif
