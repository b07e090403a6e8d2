/* sim/ready.h -- prepares a scene for its first step.
 */
#ifndef GM_SIM_READY_H
#define GM_SIM_READY_H

#include "config/config.h"
#include "scene/scene.h"
#include "setup/timestep.h"
#include "step/step.h"

/* Grains that calls added before the start; they become those of a list of the config. */
typedef struct gm_ready_array {
  size_t source; /* index in config.grains */
  gm_config_grain *grains;
  size_t n;
} gm_ready_array;

typedef struct gm_ready {
  char *scene_path; /* as the user gave it; null: a scene from text or calls */
  gm_config config;
  gm_ready_array *array; /* [n_array] */
  size_t n_array;
  gm_scene scene;
  gm_step step;
  gm_timestep times;
  int ranks;       /* that the run is for; 0 or 1: one */
  gm_comm *comm;   /* null: one rank */
  double kept;     /* s  time step of a checkpoint; 0: choose one */
  double rounding; /* m  of single precision, so that double was taken; or 0 */
  int64_t first;   /* first step: 0, or that at which the run resumes */
  int64_t steps;   /* number of steps of the whole run */
  int64_t frame_every;   /* steps between frames, >= 1 */
  int64_t history_every; /* steps between rows of the history, >= 1 */
} gm_ready;

/* Fill the config from its tree, build the scene and choose the time step.
 * GM_ERR_INPUT, with config.errors: errors in the scene.  *r must be cleared in all
 * cases. */
gm_status gm_ready_prepare(gm_ready *r, int threads);

/* Number of frames of the whole run, the initial and the last instant included. */
int64_t gm_ready_frames(const gm_ready *r);

void gm_ready_clear(gm_ready *r);

#endif
