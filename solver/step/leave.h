/* step/leave.h -- grains that leave the run through the domain's faces or into sinks.
 *
 * Grains outside the domain are removed every 100 steps, grains in sinks every 10 steps
 * (then those outside the domain as well); in 10 steps of automatic size a grain moves by
 * a small fraction of its radius.  The steps of hard grains are longer: both leave every
 * 10.  A structure that is a sink takes the grains whose distance from it is below their
 * radius.  If several sinks apply, the first of the scene counts the grain.  Held grains
 * stay.  A clump leaves with all its members when its centre of mass does.
 */
#ifndef GM_STEP_LEAVE_H
#define GM_STEP_LEAVE_H

#include "scene/scene.h"
#include "soft/model.h"

/* Grains that leave in a step. */
typedef struct gm_leavers {
  uint8_t *gone; /* [grains] 0: stays; else the sink from 1, or outside */
  size_t capacity;
  uint8_t *clump; /* [clumps] likewise, of whole clumps */
  size_t clump_capacity;
  gm_index n; /* number of grains that leave in this step */
  int beyond; /* 1 if some grain is beyond a face of the domain */
} gm_leavers;

/* True if this step must test grains for leaving. */
int gm_leave_due(const gm_scene *scene);

/* Steps from now on that need not, at least. */
int64_t gm_leave_ahead(const gm_scene *scene);

/* Finds the grains that leave; n and beyond are those of all ranks, where ranks share the
 * grains.  GM_ERR_NUMBER: a position or spin is not finite,
 * or a grain has left the plane of a scene of two dimensions.
 * GM_ERR_MEMORY. */
gm_status gm_leave_look(gm_leavers *leavers, const gm_scene *scene);

/* Adds mass and energy of the leaving grains to the balance, elastic energy of their
 * contacts included.  Requires: the neighbour list still holds these grains, and marks of
 * ghosts are those of their owners. */
void gm_leave_count(const gm_leavers *leavers, const gm_model *model,
                    gm_scene *scene);

void gm_leave_clear(gm_leavers *leavers);

#endif
