/* import/close.h -- closes solids that files leave open by little.
 *
 * Both functions count their changes in surface->found and keep the order of the
 * triangles; adjacency is computed afterwards.
 */
#ifndef GM_IMPORT_CLOSE_H
#define GM_IMPORT_CLOSE_H

#include "mesh/surface.h"

/* Removes both triangles of every face that two solids share: triangles back to back,
 * over regions whose borders belong to other triangles too, an even number of them.
 * Without these faces the solids are one.  Triangles back to back elsewhere, as of a
 * sheet that was drawn with two sides, stay.  GM_ERR_MEMORY. */
gm_status gm_close_shared(gm_surface *surface);

/* Fills holes of one triangle, if it continues a neighbour (by less than 30 degrees) and
 * the surface has no other open edges; a vessel whose opening is a triangle stays open.
 * GM_ERR_MEMORY. */
gm_status gm_close_missing(gm_surface *surface);

#endif
