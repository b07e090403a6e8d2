/* step/step.h -- one step of a run.
 *
 * A step is a table of named stages (step/step.c).  What it computes depends on the scene
 * alone: not on the threads, the skin, or how often the list was built.
 */
#ifndef GM_STEP_STEP_H
#define GM_STEP_STEP_H

#include "config/config.h"
#include "step/state.h"

typedef gm_state gm_step;

/* Prepares *step for `scene`: law, coefficients and skin from the config.  threads >= 1.
 * GM_ERR_MEMORY. */
gm_status gm_step_init(gm_step *step, gm_scene *scene, const gm_config *config,
                       int threads);

void gm_step_clear(gm_step *step);

/* Runs one step.  GM_ERR_NUMBER, GM_ERR_MEMORY: the scene must not be used further. */
gm_status gm_step_advance(gm_step *step, gm_scene *scene);

/* Runs one step, or more, at most `most` >= 1, that are plain (step/ahead.h).  As
 * gm_step_advance. */
gm_status gm_step_run(gm_step *step, gm_scene *scene, int64_t most);

/* Runs the first half of a step: computes the loads and contacts of this instant and
 * stores them for diagnostics; the grains do not move. gm_step_advance then runs the
 * other half, with the same bits as a whole step. */
gm_status gm_step_loads(gm_step *step, gm_scene *scene);

/* Of hard grains: brings step->hard.sums up to now.  GM_ERR_MEMORY. */
gm_status gm_step_collisions(gm_step *step, const gm_scene *scene);

/* Of hard grains: a frame was written, from which impulses and loads count anew. */
void gm_step_framed(gm_step *step, gm_scene *scene);

/* Longest stable step of material points, in s; infinite without. */
double gm_step_limit(const gm_step *step);

/* Brings the grains of a device to the scene, if it has newer ones: before anything but
 * this file's functions reads them.  GM_ERR_USE: the driver refuses. */
gm_status gm_step_settle(gm_step *step, gm_scene *scene);

/* Must be called after positions or velocities were edited: the next step then builds the
 * list and computes the loads anew. */
void gm_step_edited(gm_step *step);

#endif
