/* sdf/debug_hole.h -- removes virtual particles on purpose.
 *
 * Only for tests and demonstrations of how the audit reports missing coverage.
 */
#ifndef GM_SDF_DEBUG_HOLE_H
#define GM_SDF_DEBUG_HOLE_H

#include "sdf/lattice.h"

/* Removes the sites of the brick that contains the body point `at` (m).  They count as
 * missing below the band, so queries there report missing sites.  Does nothing if the
 * point lies outside the lattice.  GM_ERR_MEMORY: nothing changed. */
gm_status gm_debug_hole_cut(gm_lattice *lattice, gm_vec3 at);

#endif
