/* structure/hole.h -- leave virtual particles out, on purpose.
 *
 * Room: structure.  May include: base.
 *
 * For tests and demonstrations of what the audit sees; nothing else cuts holes.
 */
#ifndef GM_STRUCTURE_HOLE_H
#define GM_STRUCTURE_HOLE_H

#include "structure/lattice.h"

/* Leave out the sites of the brick around the body point `at` (m).  They count as sites under
 * the band, so that whoever asks there is told.  A point beyond the lattice changes nothing.
 * GM_ERR_MEMORY: nothing changed. */
gm_status gm_hole_cut(gm_lattice *lattice, gm_vec3 at);

#endif
