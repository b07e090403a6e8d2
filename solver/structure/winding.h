/* structure/winding.h -- how often a surface winds around a point.
 *
 * Room: structure.  May include: base.
 *
 * The generalised winding number is the solid angle under which the point sees the
 * triangles, over 4 pi, counted positive where it sees their backs: 1 in a closed solid,
 * 0 outside; around holes it changes smoothly between the two.
 */
#ifndef GM_STRUCTURE_WINDING_H
#define GM_STRUCTURE_WINDING_H

#include "structure/tree.h"

/* A surface made ready to be asked.  Borrows the surface, which must neither change nor
 * move. */
typedef struct gm_winding gm_winding;

/* Make the triangles t with use[t] (null: all) ready.  GM_ERR_MEMORY: *winding is null. */
gm_status gm_winding_create(const gm_surface *surface, const unsigned char *use,
                            gm_winding **winding);

/* Release *winding (may be null) and set it to null. */
void gm_winding_free(gm_winding **winding);

/* The winding number around y; far groups of triangles count as dipoles: off by less than
 * 0.1.  Any number of threads may ask at once, and get the same bits. */
double gm_winding_near(const gm_winding *winding, gm_vec3 y);

/* The same, every triangle by itself: exact to rounding. */
double gm_winding_exact(const gm_winding *winding, gm_vec3 y);

/* Whether y is inside: the winding number times `turn` is above 1/2; turn is 1, or -1 for a
 * surface that looks inwards. */
bool gm_winding_inside(const gm_winding *winding, double turn, gm_vec3 y);

/* Share of one triangle. */
double gm_winding_share(const gm_surface *surface, gm_index t, gm_vec3 y);

#endif
