/* measure/fallbacks.h -- counts the cells whose distance queries fall back to exact
 * triangles, and why.
 *
 * A cell of a sampling grid counts if the centre of a grain in contact with the patch can
 * be in it: its distances reach into [(1 - overlap) r_min, r_max], and no nearer patch
 * hides it (patch/tangent.h).  In a time step only the fact that a cell falls back is
 * stored; this audit finds the reason:
 *
 *   edge   a nearest point lies on the border of the patch or on a sharp edge, and no
 *          edge field represents it
 *   kink   the gradient of the interpolated distance is shorter than 0.98, and gradients
 *          around it converge: a medial axis
 *   thin   samples are missing (below the band or inside a solid), or the distance is
 *          smaller than the diagonal of a cell
 *   facet  otherwise: the interpolation error exceeds the tolerance, and a tenth of the
 *          chord error of the facets
 */
#ifndef GM_MEASURE_FALLBACKS_H
#define GM_MEASURE_FALLBACKS_H

#include "scene/structures.h"

typedef enum gm_fallbacks_why {
  GM_FALLBACKS_EDGE,
  GM_FALLBACKS_KINK,
  GM_FALLBACKS_THIN,
  GM_FALLBACKS_FACET,
  GM_FALLBACKS_WHYS
} gm_fallbacks_why;

/* Cells of one patch. */
typedef struct gm_fallbacks_row {
  gm_index patch;
  /* number of cells in which grains in contact can be */
  size_t cells;
  /* number of these that fall back to triangles */
  size_t triangles;
  /* number of those where virtual particles know the edge (sdf/edge_field.h) */
  size_t edges;
  size_t why[GM_FALLBACKS_WHYS]; /* the same, by reason */
} gm_fallbacks_row;

typedef struct gm_fallbacks {
  gm_index n;            /* number of patches */
  gm_fallbacks_row *row; /* [n] by patch */
  gm_fallbacks_row all;  /* sums over all patches */
} gm_fallbacks;

/* Make *a empty. */
void gm_fallbacks_init(gm_fallbacks *a);

/* Release every column and leave *a empty. */
void gm_fallbacks_clear(gm_fallbacks *a);

/* Examine the cells of a mesh structure.  None count for interpolation schemes without
 * cells (mls, shepard) and for patches without triangles to fall back to.  The result
 * is the same on any number of threads.  Requires: *a is empty, s->collider is not
 * null.  On GM_ERR_MEMORY *a is empty. */
gm_status gm_fallbacks_find(const gm_structure *s, gm_fallbacks *a);

/* order[n] receives the patches in decreasing order of the fraction of cells that fall
 * back. */
void gm_fallbacks_sort(const gm_fallbacks *a, gm_index *order);

#endif
