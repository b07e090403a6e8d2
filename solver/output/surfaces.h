/* output/surfaces.h -- the structures' surfaces in their body frames, to be looked at.
 *
 * Room: output.  May include: base, structure, scene.
 */
#ifndef GM_OUTPUT_SURFACES_H
#define GM_OUTPUT_SURFACES_H

#include "output/surface_sums.h"
#include "scene/scene.h"

/* Make the group with the polygons of every structure as one static PolyData.  Planes end
 * at the domain; where it has no bounds, at the bounds of the grains, the other structures
 * and the planes below them, grown by 10 %.  single: points in single precision.
 * *cells receives what they show of the structures' sums; it must be cleared in all cases.
 * GM_ERR_MEMORY, GM_ERR_FILE: the file is of no use. */
gm_status gm_surfaces_put(gm_hdf5_file *file, const gm_scene *scene, bool audit,
                          bool single, gm_surface_cells *cells);

#endif
