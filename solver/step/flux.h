/* step/flux.h -- grains that pass planes, counted step by step.
 *
 * Room: step.  May include: all rooms below.
 *
 * A grain is on the side of a plane that its centre is on, (x - through) . normal >= 0 being
 * in front; it passed when the side changes from one step to the next, where the straight
 * way between the two meets the plane.  Through an endless plane the number forward less the
 * number backward is therefore the change of the number in front, exactly.  A grain that
 * leaves the domain has passed the planes that it passed before; what comes in or is moved
 * by anything but a step passes none.  In a periodic box a grain is where its image in the
 * box is: it passes a plane every time round, one that is a side of the box too.  Through a closed surface the number
 * forward less the number backward is the change of the number inside with the sign turned, exactly
 * (structure/passage.h); it is met in the box alone.
 */
#ifndef GM_STEP_FLUX_H
#define GM_STEP_FLUX_H

#include "scene/scene.h"

/* What the counting of one step needs. */
typedef struct gm_flux_work {
  gm_row4 *was; /* [grains] positions before the step */
  gm_index n;   /* grains then */
  size_t capacity;
  struct gm_flux_part *part; /* [chunks][gauges] */
  size_t part_capacity;
  gm_index planes;
} gm_flux_work;

/* Note the place of every grain, before a step that moves them.  GM_ERR_MEMORY. */
gm_status gm_flux_note(gm_flux_work *work, const gm_scene *scene, int threads);

/* Count those that passed since, chunk by chunk: any number of threads gives the same. */
gm_status gm_flux_count(gm_flux_work *work, gm_scene *scene, int threads);

void gm_flux_clear(gm_flux_work *work);

#endif
