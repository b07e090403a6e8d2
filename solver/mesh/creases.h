/* mesh/creases.h -- separates real creases from sharp edges made by the tessellation.
 *
 * Irregular tessellations of smooth shapes contain slivers whose normals are dominated
 * by rounding.  A few of their edges, isolated or in short runs, exceed the dihedral
 * angle of a crease.  A real crease continues until it meets another crease, a border
 * or itself.
 */
#ifndef GM_MESH_CREASES_H
#define GM_MESH_CREASES_H

#include "mesh/surface.h"

/* angle[3 triangles] holds the dihedral angle (rad) of each half-edge 3 t + k, negative
 * where the edge does not have two triangles; sharp[3 triangles] is 1 where the edge
 * counts as sharp.  Clears the marks of every group of at most three connected sharp
 * edges that does not close to a loop, if all of them have dihedral angles of at most 1.5
 * limit (rad).  If a triangle at the group is a sliver, angles up to a right angle are
 * accepted.  GM_ERR_MEMORY: sharp[] is unchanged. */
gm_status gm_creases_soften(const gm_surface *surface, double limit,
                            const double *angle, unsigned char *sharp);

#endif
