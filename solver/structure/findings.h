/* structure/findings.h -- what was found in a mesh and done about it, in words.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_FINDINGS_H
#define GM_STRUCTURE_FINDINGS_H

#include "structure/surface.h"
#include <stddef.h>

enum { GM_FINDINGS_TEXT = 8192 };

/* One line on what the surface is, then one, indented, for each kind of thing that was
 * mended or found, with how many and where the first is (m, body frame). */
void gm_findings_tell(const gm_surface *surface, const char *name,
                      char text[GM_FINDINGS_TEXT]);

/* Whether there is more than the first line. */
bool gm_findings_any(const gm_surface *surface);

#endif
