/* import/findings.h -- a text report of what repair found in a mesh and changed. */
#ifndef GM_IMPORT_FINDINGS_H
#define GM_IMPORT_FINDINGS_H

#include "mesh/surface.h"
#include <stddef.h>

enum { GM_FINDINGS_TEXT = 8192 };

/* Writes one line about the kind of surface, then an indented line for each kind of
 * repair or remaining defect, with the number and the first place (m, body frame). */
void gm_findings_text(const gm_surface *surface, const char *name,
                      char text[GM_FINDINGS_TEXT]);

/* Does the report have more than its first line? */
bool gm_findings_any(const gm_surface *surface);

#endif
