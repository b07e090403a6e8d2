/* measure/failure.h -- a text file about the grain at which the motion failed.
 *
 * The frame that would show it often cannot be written: positions that are not numbers
 * have no neighbour list.  So the grain and what is around it are kept as text.
 */
#ifndef GM_MEASURE_FAILURE_H
#define GM_MEASURE_FAILURE_H

#include "scene/scene.h"

/* path[0..size) receives the name of the file of a result: NAME.failure.txt. */
void gm_failure_path(const char *result, char *path, size_t size);

/* The row of the grain at which the motion most likely failed: the first whose position,
 * velocity or spin is not finite; else the one of the deepest contact in the neighbour
 * list beyond 30 % of the smaller radius; else the fastest, in radii per second.  -1:
 * there are no grains. */
gm_index gm_failure_find(const gm_scene *scene);

/* Write `message`, the bodies that forces move, the grain that gm_failure_find finds,
 * and all its pairs in the neighbour list to the file `path`; a regular file of that
 * name is replaced.  GM_ERR_FILE: it cannot be written. */
gm_status gm_failure_write(const char *path, const char *message,
                           const gm_scene *scene);

/* Remove the file that an earlier run has left, if it is a regular file. */
void gm_failure_remove(const char *path);

#endif
