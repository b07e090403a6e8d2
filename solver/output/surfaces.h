/* output/surfaces.h -- writes the surfaces of the structures, in their body frames, for
 * display.
 */
#ifndef GM_OUTPUT_SURFACES_H
#define GM_OUTPUT_SURFACES_H

#include "output/surface_sums.h"
#include "scene/scene.h"

/* Write the polygons of every structure as one static PolyData.  Planes end at the
 * faces of the domain; where it has none, at the bounding box of grains and other
 * structures, enlarged by 10 %.  single: points in single precision.  *cells receives
 * which sums each polygon shows; it must be cleared in all cases.  After GM_ERR_MEMORY
 * or GM_ERR_FILE the file is unusable.  In a file that is continued the polygons are not
 * written; GM_ERR_INPUT: they belong to other structures or patches. */
gm_status gm_surfaces_put(gm_hdf5_file *file, const gm_scene *scene, bool audit,
                          bool single, gm_surface_cells *cells);

#endif
