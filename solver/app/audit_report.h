/* app/audit_report.h -- prints how well virtual particles serve: the audit of the
 * meshes, their memory, and where they did not serve a run.
 */
#ifndef GM_APP_AUDIT_REPORT_H
#define GM_APP_AUDIT_REPORT_H

#include "config/config.h"
#include "result/result.h"
#include "scene/scene.h"
#include "scene/structures.h"
#include <stdio.h>

/* Audit every mesh (measure/coverage.h) and print the findings, with positions and
 * remedies.  Unacceptable findings are errors of the config (GM_ERR_INPUT): missing
 * virtual particles where a grain can touch, errors beyond the tolerance, cuts that do
 * not separate patches.  `overlap` (1, over the radius) is the expected overlap of the
 * hardest impact, at `speed` (m/s). */
gm_status gm_audit_report_print(FILE *out, gm_config *config,
                                const gm_structures *structures, double overlap,
                                double speed);

/* Form of the lines: a label of `width` columns after two blanks. */
typedef struct gm_coverage_note {
  FILE *out;
  int width;
} gm_coverage_note;

/* Numbers of a run, since the start: queries of structures in reach that lacked virtual
 * particles, and queries of meshes served by virtual particles and by triangles. */
typedef struct gm_coverage_counts {
  long long lost, sites, exact;
} gm_coverage_counts;

/* Print a warning if virtual particles were missing, with the remedy for the structures
 * whose options explain it, or else for the overlap, which is the cause left; and a
 * warning if triangles served more than half of the queries. */
void gm_audit_report_coverage(const gm_coverage_note *note, const gm_scene *s);

/* The same for a result, whose audit has the shares of positions.  GM_ERR_FILE,
 * GM_ERR_MEMORY. */
gm_status gm_audit_report_result(const gm_coverage_note *note,
                                 const gm_result *r,
                                 const gm_coverage_counts *counts);

/* Print a line for every patch with virtual particles, their sum, and what a grid over
 * the domain would take; nothing if there are none.  GM_ERR_MEMORY. */
gm_status gm_audit_report_sites(FILE *out, const gm_scene *scene);

#endif
