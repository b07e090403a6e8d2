/* insert/hold.h -- assigns grains of a scene to groups of held grains.
 */
#ifndef GM_INSERT_HOLD_H
#define GM_INSERT_HOLD_H

#include "config/config.h"
#include "scene/held_groups.h"

/* A grain that may be held. */
typedef struct gm_hold_who {
  size_t source; /* index in the config's list of grains */
  gm_id row, id; /* number within that source, and in the whole scene */
  gm_index label, was;
  gm_vec3 x; /* m */
} gm_hold_who;

/* Build the groups of the config, without grains.  On GM_ERR_MEMORY *h must be cleared.
 */
gm_status gm_hold_build(const gm_config *config, gm_held_groups *h);
/* Returns 1 if the grain would be held and touch free grains only. */
int gm_hold_still(const gm_config *config, const gm_hold_who *who);

/* Hold grain i, whose id is who->id.  GM_ERR_INPUT, with an error message: two groups
 * hold it. */
gm_status gm_hold_take(gm_config *config, const gm_hold_who *who,
                       gm_held_groups *h, gm_grains *g, gm_index i);

/* Once all grains are there, find the origin of each group and move its grains to the
 * beginning of its motion.  GM_ERR_INPUT, with error messages: a group holds no grain,
 * or names a grain that does not exist. */
gm_status gm_hold_settle(gm_config *config, const gm_domain *domain,
                         gm_held_groups *h, gm_grains *g);

#endif
