/* structure/creases.h -- sharp edges that belong to the tessellation and not to the shape.
 *
 * Room: structure.  May include: base.
 *
 * Irregular tessellations of smooth shapes hold slivers whose normals are noise.  Their edges turn
 * by more than the threshold, one here, two there; a crease of the shape goes on until it meets
 * another, a border or itself.
 */
#ifndef GM_STRUCTURE_CREASES_H
#define GM_STRUCTURE_CREASES_H

#include "structure/surface.h"

/* angle[3 triangles]: rad by which side 3 t + k turns, negative where it has not two triangles;
 * sharp[3 triangles]: 1 where it is taken for sharp.  Sharp sides that hang together in a tree of at
 * most three edges, each of which turns by less than 1.5 limits (rad), or by less than a right angle
 * next to a sliver, are so no more.
 * GM_ERR_MEMORY: sharp[] is unchanged. */
gm_status gm_creases_forgive(const gm_surface *surface, double limit,
                             const double *angle, unsigned char *sharp);

#endif
