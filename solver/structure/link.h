/* structure/link.h -- which triangles of a surface share sides.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_LINK_H
#define GM_STRUCTURE_LINK_H

#include "structure/surface.h"

/* A side by its two points, the lower first; `at` = 3 triangle + corner, and `up` is 1
 * where the triangle runs along it from the lower point to the higher. */
typedef struct gm_link_side {
  gm_index low, high, at;
  int up;
} gm_link_side;

/* All sides sorted by their points, so that shared ones follow each other;
 * *side receives [3 n], to be freed.  GM_ERR_MEMORY: *side is null. */
gm_status gm_link_sort(const gm_surface *surface, gm_link_side **side);

/* The end of the run of sides that begins at i and shares its points. */
gm_index gm_link_run(const gm_link_side *side, gm_index n, gm_index i);

/* Fill surface->across, whichever ways two triangles run along a side, and count open and
 * branching sides in surface->found.  If `open` is given ([n] bytes), bit k of a
 * triangle is set where its side k is open.  GM_ERR_MEMORY: across is not complete. */
gm_status gm_link_sides(gm_surface *surface, unsigned char *open);

/* Count points whose triangles form more than one fan over two-sided sides, unless open
 * or branching sides end there; surface->found receives them.  GM_ERR_MEMORY. */
gm_status gm_link_fans(gm_surface *surface);

/* Start and end of side at = 3 triangle + corner, and its middle (m). */
gm_index gm_link_start(const gm_surface *surface, gm_index at);
gm_index gm_link_end(const gm_surface *surface, gm_index at);
gm_vec3 gm_link_middle(const gm_surface *surface, gm_index at);

/* One more of that, found at `at` (m). */
void gm_link_note(gm_finding *finding, gm_vec3 at);

#endif
