/* bench/state.h -- the reference bed: what is measured, made, written and read.
 *
 * Grains of radius 1 mm +- 10 % (uniform), 2500 kg/m3, E 5e7 Pa, nu 0.3, friction 0.5,
 * restitution 0.5, in a box of five planes: floor z = 0, walls at 0 and `side` in x and
 * y. Hertz-Mindlin with tangential history and damping, dt 5e-6 s, gravity 9.81 m/s2.
 *
 * A file of a bed holds one line a grain: radius x y z vx vy vz wx wy wz (SI).
 */
#ifndef GM_BENCH_STATE_H
#define GM_BENCH_STATE_H

#include "measure/measure.h"
#include "step/step.h"

/* What is said of a bed at rest. */
typedef struct state_report {
  gm_measure measure;
  double
      coordination; /* 1  2 x contacts of grain on grain / grains, rattlers too */
  double
      mean_overlap; /* 1  overlap / smaller radius, over grain-on-grain contacts */
  double rattle; /* 1  kinetic energy / (n m g r): how far from rest          */
} state_report;

/* An empty box of this side (m), with material, law and time step; *config receives what
 * gm_step_init needs.  skin (m): of the list; 0: chosen by the solver.
 * GM_ERR_MEMORY: *scene must be cleared all the same. */
gm_status state_box(gm_scene *scene, gm_config *config, double side,
                    double skin);

void state_clear(gm_scene *scene);

/* n grains on a jittered lattice of solid fraction 0.35, 0.1 m/s in random directions:
 * they fall and collide before they lie.  GM_ERR_MEMORY. */
gm_status state_place(gm_scene *scene, gm_index n, double side);

/* Append the grains of a file, ids in the order of its lines.
 * GM_ERR_FILE, GM_ERR_INPUT, GM_ERR_MEMORY. */
gm_status state_read(gm_scene *scene, const char *path);

/* Write the grains by id.  GM_ERR_FILE, GM_ERR_MEMORY. */
gm_status state_write(const gm_scene *scene, const char *path);

/* Measure this instant; the loads are computed if they are not yet. */
gm_status state_measure(gm_step *step, gm_scene *scene, state_report *report);

#endif
