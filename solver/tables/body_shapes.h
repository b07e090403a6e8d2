/* tables/body_shapes.h -- the shapes of bodies in a result, written once.
 */
#ifndef GM_TABLES_BODY_SHAPES_H
#define GM_TABLES_BODY_SHAPES_H

#include "file/hdf5.h"
#include "scene/structures.h"

/* Write the surfaces of all kinds in their own frames, their virtual particles unless
 * `without`, their names and their axes of smallest inertia (file/schema.h). */
gm_status gm_body_shapes_put(gm_hdf5_file *file, const gm_structures *all,
                             bool single, bool without, int deflate);

#endif
