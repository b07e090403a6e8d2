/* output/lattices.h -- writes the virtual particles, in their body frames, for display.
 */
#ifndef GM_OUTPUT_LATTICES_H
#define GM_OUTPUT_LATTICES_H

#include "file/table.h"
#include "scene/scene.h"

/* Bytes that gm_lattices_put takes while it writes. */
double gm_lattices_memory(const gm_structures *structures);

/* Write the virtual particles of every patch of every structure as one static PolyData,
 * ordered by structure, patch and place, each once.  without: write an empty group.
 * single: numbers in single precision.  After GM_ERR_MEMORY or GM_ERR_FILE the file is
 * unusable. */
gm_status gm_lattices_put(gm_hdf5_file *file, const gm_scene *scene,
                          bool without, bool single, int deflate);

#endif
