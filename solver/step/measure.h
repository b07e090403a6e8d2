/* step/measure.h -- one instant in numbers: energies, momentum, velocities, lines.
 *
 * Room: step.  May include: all rooms below.
 *
 * All of it needs the loads of the instant: call gm_step_loads first.
 */
#ifndef GM_STEP_MEASURE_H
#define GM_STEP_MEASURE_H

#include "scene/frame.h"
#include "step/step.h"

/* Energies, momentum, contacts and the largest overlap of this instant; energies and momentum are
 * those of the grains that are free. */
void gm_measure_scene(const gm_step *step, const gm_scene *scene,
                      gm_measure *measure);

/* What the springs of a row that touches hold, in J, at that overlap and effective radius (m); of a
 * twin half of it.  Needs no loads. */
double gm_measure_spring(const gm_step *step, const gm_scene *scene,
                         gm_index row, double overlap, double radius);

/* Velocity of a grain in step with its position, in m/s. */
gm_vec3 gm_measure_velocity(const gm_step *step, const gm_scene *scene,
                            gm_index grain);

/* Its angular velocity likewise, in rad/s. */
gm_vec3 gm_measure_angular_velocity(const gm_step *step, const gm_scene *scene,
                                    gm_index grain);

/* Kinetic energy of a grain, elastic energy of a row that touches, in J. */
double gm_measure_kinetic(const gm_step *step, const gm_scene *scene,
                          gm_index grain);
double gm_measure_elastic(const gm_step *step, const gm_scene *scene,
                          gm_index row);

/* A row of the list as a line: from the centre of a to the centre of b or to the foot on
 * the surface, in m. */
typedef struct gm_line {
  gm_vec3 from, to;
} gm_line;

gm_line gm_measure_line(const gm_step *step, const gm_scene *scene,
                        gm_index row);

/* What was dissipated, and the work of all structures and of all held grains, up to this
 * instant, in J: with the part of this step's that stored velocities lack (integrate/scheme.h). */
double gm_measure_dissipated(const gm_step *step, const gm_scene *scene);
double gm_measure_work(const gm_step *step, const gm_scene *scene);
double gm_measure_held(const gm_step *step, const gm_scene *scene);
double gm_measure_growth(const gm_step *step, const gm_scene *scene);

/* What the balance leaves over, in J: E + dissipated + out - in - initial - crossings -
 * work, of structures and of held grains. */
double gm_measure_error(const gm_step *step, const gm_scene *scene,
                        const gm_measure *measure);

#endif
