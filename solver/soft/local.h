/* soft/local.h -- coefficients that vary over a structure.
 *
 * Friction, Young's modulus and restitution may be given as factors at points of a mesh
 * (body/property.h).  A contact has the coefficients that its law derives from the pair
 * of materials with the factors at its place.
 */
#ifndef GM_SOFT_LOCAL_H
#define GM_SOFT_LOCAL_H

#include "soft/model.h"

/* True if some structure has a property that varies over its surface. */
int gm_local_any(const gm_structures *structures);

/* Overwrites the columns of coefficients of those of the c contacts of a block whose
 * structure has such a property; contacts [c, up) copy the last.  k0: list index of the
 * block's first pair.  Requires: the columns are those of the pairs. */
void gm_local_fill(gm_block *k, const gm_model *model, const gm_scene *scene,
                   gm_index k0, int c, int up);

/* The coefficients of contact `row`, whose overlap is known, at the places of now: of its
 * pair, or with the factors of its structure at the normal of the last step. */
gm_coefficients gm_local_now(const gm_model *model, const gm_scene *scene,
                             gm_index row, double overlap);

/* Coefficients of a pair on a structure where its factors are least and most; returns how
 * many: 1 if nothing varies that a spring or a dashpot knows. */
enum { GM_LOCAL_CORNERS = 4 };
int gm_local_corners(const gm_model *model, const gm_materials *materials,
                     const gm_structure *structure, gm_index pair,
                     gm_coefficients corner[GM_LOCAL_CORNERS]);

/* True if some part of the structure is of material `material`. */
int gm_local_has(const gm_structure *structure, gm_index material);

/* GM_ERR_INPUT: some factor makes a restitution that no dashpot gives. */
gm_status gm_local_check(const gm_model *model, const gm_scene *scene);

#endif
