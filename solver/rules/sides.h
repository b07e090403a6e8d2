/* rules/sides.h -- boundary conditions at the six faces of the domain.
 */
#ifndef GM_RULES_SIDES_H
#define GM_RULES_SIDES_H

#include "config/config.h"
#include "config/faults.h"

/* Boundary condition of face `side`: an enum gm_choice_boundary, never auto. */
int gm_sides_kind(const gm_config *config, int side);

/* Name of the face: x_min, x_max, y_min, ... */
const char *gm_sides_name(int side);

/* Returns true if some face has this boundary condition. */
bool gm_sides_any(const gm_config *config, int kind);

/* Returns true if grains can leave: some face is open and at a finite position. */
bool gm_sides_let_out(const gm_config *config);

/* Test the faces, if the domain was read without errors: a face that is not open needs
 * a finite position, and both faces of an axis are periodic or neither.  Errors are
 * added to the config. */
void gm_sides_check(gm_config *config, const gm_faults *faults);

#endif
