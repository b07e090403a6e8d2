/* step/springs.h -- what a bed brings along, made that of this run.
 *
 * Room: step.  May include: all rooms below.
 */
#ifndef GM_STEP_SPRINGS_H
#define GM_STEP_SPRINGS_H

#include "step/step.h"

/* Make {tangential force on a, -1} of rows of the list, as scene/bed_contacts.h leaves it, the
 * history with which the law exerts that force where the grains are; nothing of rows on
 * structures, of which only the law that wrote them knows. */
void gm_springs_make(const gm_step *step, gm_scene *scene);

/* Of a run that goes on, after gm_scene_build: structures stand where velocities see them
 * (gm_structure.late). */
void gm_springs_go_on(const gm_step *step, gm_scene *scene);

#endif
