/* output/lattices.h -- virtual particles in their body frames, to be looked at.
 *
 * Room: output.  May include: base, structure, scene.
 */
#ifndef GM_OUTPUT_LATTICES_H
#define GM_OUTPUT_LATTICES_H

#include "output/table.h"
#include "scene/scene.h"

/* Make the group with the sites of every patch of every structure as one static PolyData:
 * by structure, patch and place, each site once.  without: the group alone, no sites.
 * single: numbers in single precision.
 * GM_ERR_MEMORY, GM_ERR_FILE: the file is of no use. */
gm_status gm_lattices_put(gm_hdf5_file *file, const gm_scene *scene,
                          bool without, bool single, int deflate);

#endif
