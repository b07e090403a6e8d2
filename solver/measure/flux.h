/* measure/flux.h -- counts the grains that pass sensor planes and surfaces in each step.
 *
 * A grain is in front of a plane if its centre x has (x - through) . normal >= 0.  It
 * passes the plane in a step if this changes and its straight path crosses the sensor's
 * area.  Through an unbounded plane the passages forward less those backward therefore
 * equal the change of the number in front, exactly.  Insertion and any move outside a
 * step count nothing.  In a periodic box the image inside the box counts: a grain
 * passes a plane on every round, even one that is a side of the box.  Through a closed
 * surface (inside the box) the passages forward less those backward equal minus the
 * change of the number inside, exactly (query/line_crossings.h).
 */
#ifndef GM_MEASURE_FLUX_H
#define GM_MEASURE_FLUX_H

#include "scene/scene.h"

/* Working memory of the counting. */
typedef struct gm_flux_work {
  gm_row4 *was; /* [grains] positions before the step */
  gm_index n;   /* number of grains before the step */
  size_t capacity;
  struct gm_flux_part *part; /* [chunks][sensors] */
  size_t part_capacity;
  gm_index planes;
} gm_flux_work;

/* Stores the position of every grain before a step.  GM_ERR_MEMORY. */
gm_status gm_flux_note(gm_flux_work *work, const gm_scene *scene, int threads);

/* Counts the passages since gm_flux_note, chunk by chunk, the same on any number of
 * threads. */
gm_status gm_flux_count(gm_flux_work *work, gm_scene *scene, int threads);

void gm_flux_clear(gm_flux_work *work);

#endif
