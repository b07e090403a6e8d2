/* report/mesh_report.c -- prints what was found in mesh files and repaired. */
#include "report/mesh_report.h"

#include "repair/findings.h"

void gm_mesh_report_print(FILE *out, const gm_structures *structures, int all)
{
  for (gm_index k = 0; k < structures->named; ++k) {
    const gm_structure *s = &structures->row[k];
    if (!s->report) continue;
    if (all || gm_findings_any(&s->surface)) fputs(s->report, out);
  }
}
