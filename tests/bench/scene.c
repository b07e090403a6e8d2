/* bench/scene.c -- measure the solver on a scene file.
 *
 *   bench_scene time FILE BED THREADS WARM STEPS [stages]
 *       as bench_bed time
 *   bench_scene move FILE BED THREADS STEPS OUT
 *       do the steps, write the grains
 *   bench_scene state FILE BED
 *       coordination and overlaps of the grains as they lie
 *
 * BED holds grains, as state.h says, that take the place of those of the scene; or is -:
 * the scene's own.  Virtual particles stand for the radii of the scene's.
 * tests/bench/impeller calls it; it is no test.
 */
#include "meet/meet.h"
#include "rules/read.h"
#include "setup/scene_build.h"
#include "setup/timestep.h"
#include "timing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gm_status run(int argc, char **argv, gm_config *config, gm_scene *scene,
                     gm_step *step)
{
  GM_TRY(gm_read_scene(argv[2], 0, NULL, config));
  GM_TRY(gm_scene_build(config, NULL, scene));
  if (strcmp(argv[3], "-")) {
    scene->grains.n = 0;
    GM_TRY(state_read(scene, argv[3]));
  }
  const int threads = argc > 4 ? atoi(argv[4]) : 1;
  GM_TRY(gm_step_init(step, scene, config, threads));
  gm_meeting_limit meeting;
  GM_TRY(gm_meet_limit_find(&step->meet, scene, &meeting));
  scene->dt =
      gm_timestep_choose(config, scene, &step->model, INFINITY, meeting).step;
  if (!strcmp(argv[1], "state")) return timing_describe(step, scene);
  if (!strcmp(argv[1], "move")) {
    return timing_move(step, scene, atol(argv[5]), argv[6]);
  }
  return timing_measure(step, scene, atol(argv[5]), atol(argv[6]), argc > 7);
}

int main(int argc, char **argv)
{
  const int good =
      (argc == 4 && !strcmp(argv[1], "state")) ||
      (argc == 7 && !strcmp(argv[1], "move")) ||
      (argc == 7 && !strcmp(argv[1], "time")) ||
      (argc == 8 && !strcmp(argv[1], "time") && !strcmp(argv[7], "stages"));
  if (!good) {
    fprintf(stderr,
            "usage: bench_scene time FILE BED THREADS WARM STEPS [stages]\n"
            "       bench_scene move FILE BED THREADS STEPS OUT\n"
            "       bench_scene state FILE BED\n");
    return 2;
  }
  static gm_config config;
  static gm_scene scene;
  static gm_step step;
  const gm_status status = run(argc, argv, &config, &scene, &step);
  if (status != GM_OK) {
    if (config.errors) fputs(config.errors, stderr);
    fprintf(stderr, "bench_scene: %s\n", gm_status_message());
  }
  gm_step_clear(&step);
  gm_scene_clear(&scene);
  gm_config_clear(&config);
  return status == GM_OK ? 0 : 1;
}
