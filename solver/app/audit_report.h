/* app/audit_report.h -- what the audit of the meshes found, printed.
 *
 * Room: app.  May include: base, config, scene, audit.
 */
#ifndef GM_APP_AUDIT_REPORT_H
#define GM_APP_AUDIT_REPORT_H

#include "config/config.h"
#include "scene/structures.h"
#include <stdio.h>

/* Audit every mesh (audit/coverage.h) and print what was found, with places and remedies.
 * What must not be is a fault of the config (GM_ERR_INPUT): stencils that are incomplete
 * where a grain can touch, errors beyond the tolerance, cuts that do not part.  `overlap` (1
 * of the radius) is what an impact makes. */
gm_status gm_audit_report_print(FILE *out, gm_config *config,
                                const gm_structures *structures,
                                double overlap);

#endif
