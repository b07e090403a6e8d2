/* step/stages.h -- the stages of a step with forces, which step/step.c lists in order.
 *
 * Each may fail with GM_ERR_NUMBER or GM_ERR_MEMORY.
 */
#ifndef GM_STEP_STAGES_H
#define GM_STEP_STAGES_H

#include "step/state.h"

/* What the passes over the chunks share; kick: s of the forces. */
gm_work gm_stages_work_of(gm_state *step, gm_scene *scene, double kick);

/* The first kick of a run may be another than dt (s). */
double gm_stages_kick_of(const gm_state *step, const gm_scene *scene);

/* Of grains. */
gm_status gm_stages_groups_ahead(gm_state *step, gm_scene *scene);
gm_status gm_stages_grain_order(gm_state *step, gm_scene *scene);
gm_status gm_stages_neighbour_list(gm_state *step, gm_scene *scene);
gm_status gm_stages_note_positions(gm_state *step, gm_scene *scene);
gm_status gm_stages_contacts_and_motion(gm_state *step, gm_scene *scene);
gm_status gm_stages_contacts(gm_state *step, gm_scene *scene);
gm_status gm_stages_motion(gm_state *step, gm_scene *scene);
gm_status gm_stages_halo(gm_state *step, gm_scene *scene);
gm_status gm_stages_totals(gm_state *step, gm_scene *scene);
gm_status gm_stages_count_passages(gm_state *step, gm_scene *scene);
gm_status gm_stages_growth(gm_state *step, gm_scene *scene);
gm_status gm_stages_structures(gm_state *step, gm_scene *scene);

/* Of material points; the second of an instant that is measured. */
gm_status gm_stages_continuum_forces(gm_state *step, gm_scene *scene);
gm_status gm_stages_continuum_instant(gm_state *step, gm_scene *scene);
gm_status gm_stages_continuum_motion(gm_state *step, gm_scene *scene);

/* Of grains and points as one material: conversions, and the energy of the springs that
 * come with them; samples of an instant that is captured; velocities before the coupling,
 * which is between the motion of grains and that of points. */
gm_status gm_stages_zones(gm_state *step, gm_scene *scene);
gm_status gm_stages_old_contacts(gm_state *step, gm_scene *scene);
gm_status gm_stages_new_contacts(gm_state *step, gm_scene *scene);
gm_status gm_stages_note_velocities(gm_state *step, gm_scene *scene);
gm_status gm_stages_sample(gm_state *step, gm_scene *scene);
gm_status gm_stages_coupling(gm_state *step, gm_scene *scene);

#endif
