/* report/coverage_note.h -- prints where virtual particles did not serve a run.
 */
#ifndef GM_REPORT_COVERAGE_NOTE_H
#define GM_REPORT_COVERAGE_NOTE_H

#include "result/result.h"
#include "scene/scene.h"
#include <stdio.h>

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
void gm_coverage_note_scene(const gm_coverage_note *note, const gm_scene *s);

/* The same for a result, whose audit has the shares of positions.  GM_ERR_FILE,
 * GM_ERR_MEMORY. */
gm_status gm_coverage_note_result(const gm_coverage_note *note,
                                  const gm_result *r,
                                  const gm_coverage_counts *counts);

#endif
