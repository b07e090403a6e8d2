/* app/ready.h -- a scene, ready for its first step.
 *
 * Room: app.  May include: base, config, scene, step.
 */
#ifndef GM_APP_READY_H
#define GM_APP_READY_H

#include "app/options.h"
#include "config/config.h"
#include "scene/scene.h"
#include "step/timestep.h"
#include <stdio.h>

typedef struct gm_ready {
  const char *scene_path; /* as the user named it */
  gm_config config;
  gm_scene scene;
  gm_step step;
  gm_timestep times;
  int64_t first;       /* step that the run begins at: 0, or where it goes on */
  int64_t steps;       /* of the whole run */
  int64_t frame_every; /* steps, >= 1 */
  int64_t history_every; /* steps, >= 1 */
} gm_ready;

/* Everything up to the first step; a fault of the scene is printed.  *r, which is all zero
 * before, must be cleared in all cases. */
gm_status gm_ready_prepare(gm_ready *r, const gm_options *options);

/* Print the faults of a config; GM_ERR_INPUT with no message. */
gm_status gm_ready_print_faults(const gm_config *config, const char *scene);

/* Frames of the whole run: the first, every so often, and the last instant. */
int64_t gm_ready_frames(const gm_ready *r);

/* What will be run, in two lines. */
void gm_ready_print(FILE *out, const gm_ready *r);

/* Where the grains come from, a line a source. */
void gm_ready_print_sources(FILE *out, const gm_ready *r);

void gm_ready_clear(gm_ready *r);

#endif
