/* structure/crossing.h -- does a surface pass through itself?
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_CROSSING_H
#define GM_STRUCTURE_CROSSING_H

#include "structure/surface.h"

/* Count pairs of triangles that meet where they share no point: that cross, touch, or lie
 * on one another; within one shell and between two, in surface->found.  Nearer than 1e-9
 * of the diagonal is touching.  Those are marked in surface->crossed.  Of one triangle at most
 * 4,096 others are looked at (found.n_crowded).  The same counts on any number of threads.
 * Requires: normals and shells.  GM_ERR_MEMORY. */
gm_status gm_crossing_count(gm_surface *surface);

#endif
