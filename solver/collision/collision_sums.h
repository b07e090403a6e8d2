/* collision/collision_sums.h -- impulses and numbers of collisions by pair, since the
 * last frame.
 */
#ifndef GM_COLLISION_COLLISION_SUMS_H
#define GM_COLLISION_COLLISION_SUMS_H

#include "base/status.h"
#include "base/types.h"
#include "base/vec3.h"
#include <stddef.h>

/* The collisions of grain a with grain b, or with a patch of a structure. */
typedef struct gm_collision_sum {
  gm_id a, b;                /* ids, a < b; b -1: a structure */
  gm_index structure, patch; /* -1: a grain */
  gm_vec3 impulse;           /* N s  on a */
  double count;              /* collisions */
} gm_collision_sum;

typedef struct gm_collision_sums {
  gm_collision_sum *row; /* [n] sorted and each pair once, up to `sorted` */
  size_t n, sorted, capacity;
} gm_collision_sums;

/* Adds collisions, in the order of time for each pair.  GM_ERR_MEMORY. */
gm_status gm_collision_sums_add(gm_collision_sums *s, gm_collision_sum row);

/* Sorts by (a, grains before structures, structure, b, patch) and joins the rows of a
 * pair.  GM_ERR_MEMORY. */
gm_status gm_collision_sums_join(gm_collision_sums *s);

/* Forgets all rows. */
void gm_collision_sums_begin(gm_collision_sums *s);

void gm_collision_sums_clear(gm_collision_sums *s);

#endif
