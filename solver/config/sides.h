/* config/sides.h -- the sides of the domain, and what the user wants them to do.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_SIDES_H
#define GM_CONFIG_SIDES_H

#include "config/config.h"
#include "config/faults.h"

/* What side `side` does: an enum gm_config_boundary, never auto. */
int gm_sides_kind(const gm_config *config, int side);

/* Its name: x_min, x_max, y_min, ... */
const char *gm_sides_name(int side);

/* Is some side of that kind? */
bool gm_sides_any(const gm_config *config, int kind);

/* Can a grain leave: is some side open, and somewhere? */
bool gm_sides_let_out(const gm_config *config);

/* Judge what was read without faults: sides that need a place have one, both sides of an
 * axis are periodic or none.  Faults are added to the config (config/read.h). */
void gm_sides_check(gm_config *config, const gm_faults *faults);

#endif
