/* device/walls.h -- structures on a device: what the host does for device/wall.h.
 *
 * Contacts with structures are the device's if all structures are walls; grains then
 * travel in no step.  The host sends poses, receives loads and what ended contacts did to
 * surfaces, and adds them in its order.
 */
#ifndef GM_DEVICE_WALLS_H
#define GM_DEVICE_WALLS_H

#include "device/device.h"

/* Are there structures, and are all walls: closed forms, at rest or in prescribed motion,
 * alike all over, without conveyor, mirror or sink, and not met across periodic sides?
 * `why` receives the reason why they are not. */
int gm_walls_can(const gm_scene *scene, char *why, size_t size);

/* Sends the patches that are present and the contacts with structures of run->history.
 * GM_ERR_MEMORY, GM_ERR_USE, as all below. */
gm_status gm_walls_put(gm_device *device, const gm_device_run *run);

/* Sends the poses of the next `steps` steps; sets those of the constants. */
gm_status gm_walls_place(gm_device *device, const gm_device_run *run,
                         gm_kernels_constants *c, int64_t steps);

/* Steps that may be run together, at most `most`. */
int64_t gm_walls_ahead(const gm_device_run *run, int64_t most);

/* Counts the rows of a new list; makes them, with the history of those of the last, and
 * looks for sheets between partners: word->near, rows; word->wrong, sheet. */
gm_status gm_walls_count(gm_device *device);
gm_status gm_walls_fill(gm_device *device, gm_kernels_word *word,
                        gm_kernels_constants *c);

/* Memory for the sums and events of so many steps. */
gm_status gm_walls_reserve(gm_device *device, gm_kernels_constants *c,
                           int64_t steps);

/* Starts the contacts of a step, their sums; receives those of all steps of a run. */
gm_status gm_walls_press(gm_device *device);
gm_status gm_walls_close(gm_device *device, const gm_kernels_constants *c);
gm_status gm_walls_fetch(gm_device *device, const gm_kernels_constants *c,
                         const gm_kernels_word *word);

/* Adds those of step k of the last run to the results of the chunks. */
void gm_walls_results(gm_device *device, const gm_work *work, int64_t k);

/* Where the contact of grain a, at x (m) with radius r, with wall k is. */
gm_vec3 gm_walls_deepest(const gm_scene *scene, gm_index k, gm_vec3 x,
                         double r);

/* Appends the contacts that touch to m, behind `pairs` of two grains. */
gm_status gm_walls_give(gm_device *device, const gm_contacts *list,
                        gm_history_transfer *m, gm_index pairs);

#endif
