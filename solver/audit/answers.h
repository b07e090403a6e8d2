/* audit/answers.h -- in how many cells do triangles answer, and why?
 *
 * Room: audit.  May include: base, structure, scene.
 *
 * A cell of a lattice counts if the centre of a grain that touches the piece can be in it: if
 * distances in it reach into [(1 - overlap) r_min, r_max], and no nearer piece hides it
 * (structure/tangent.h).  Of those that triangles answer for the reason is found
 * here, where somebody asks for it; a step knows only that they do:
 *
 *   edge   a nearest point lies on the border of the patch or on a sharp edge: the gradient turns faster than a cell follows
 *   kink   the gradient of the sites is shorter than 0.98 and those around it meet: a medial axis
 *   thin   sites are missing, under the band or in a solid, or the distance is less than the
 *          diagonal of a cell
 *   facet  none of these: sites err by more than the tolerance, and by more than a tenth of the
 *          chord error of the facets
 */
#ifndef GM_AUDIT_ANSWERS_H
#define GM_AUDIT_ANSWERS_H

#include "scene/structures.h"

typedef enum gm_answers_why {
  GM_ANSWERS_EDGE,
  GM_ANSWERS_KINK,
  GM_ANSWERS_THIN,
  GM_ANSWERS_FACET,
  GM_ANSWERS_WHYS
} gm_answers_why;

/* Cells of one patch. */
typedef struct gm_answers_row {
  gm_index patch;
  size_t cells;                /* where grains touch */
  size_t triangles;            /* of them, that triangles answer for */
  size_t why[GM_ANSWERS_WHYS]; /* of these */
} gm_answers_row;

typedef struct gm_answers {
  gm_index n;          /* patches */
  gm_answers_row *row; /* [n] by patch */
  gm_answers_row all;  /* sums */
} gm_answers;

/* Make *a empty. */
void gm_answers_init(gm_answers *a);

/* Release every column and leave *a empty. */
void gm_answers_clear(gm_answers *a);

/* Look at the cells of a mesh structure; none count where sites are asked by reach, not by cell
 * (mls, shepard), or have no triangles beside them.  The same on any number of threads.
 * Requires: *a is empty, s->carriers is not null.  GM_ERR_MEMORY: *a is empty. */
gm_status gm_answers_find(const gm_structure *s, gm_answers *a);

/* Patches by the share that triangles answer for, the largest first: order[n]. */
void gm_answers_sort(const gm_answers *a, gm_index *order);

#endif
