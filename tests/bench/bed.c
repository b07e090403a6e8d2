/* bench/bed.c -- make the reference bed, measure the solver on it, describe a bed.
 *
 *   bench_bed make  FILE SIDE GRAINS THREADS
 *       place, settle with the law that is measured, write
 *   bench_bed time  FILE SIDE THREADS WARM STEPS SKIN [stages]
 *       read, WARM steps, then STEPS steps timed: every stage, lists and history
 *       included, no output; `stages`: as many again with the stage timers on
 *   bench_bed move  FILE SIDE STEPS OUT [THREADS]
 *       read, do the steps, write: to compare single impacts with other programs
 *   bench_bed state FILE SIDE
 *       coordination and overlaps of the grains as they lie
 *
 * Each prints one JSON object.  SIDE in m, SKIN in m (0: chosen by the solver).
 * tests/bench/run calls it; it is no test.
 */
#include "timing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At rest: kinetic energy below this part of the energy to lift a grain by its radius. */
static const double rest = 2.0e-5;

/* The fall runs with rougher, duller grains, which come to lie more loosely; then the
 * true coefficients until the bed is at rest.  The history stays with the scene. */
static gm_status make(gm_step *step, gm_scene *scene, const gm_config *config,
                      const char *path)
{
  enum { FALL = 24000, LOOK = 2000, LEAST = 30000, MOST = 200000 }; /* steps */
  const gm_pair pair = scene->materials.pair[0][0];
  const int threads = step->threads;
  scene->materials.pair[0][0] =
      (gm_pair){.restitution = 0.1, .friction = 4.0, .stiffness = NAN};
  gm_step_clear(step);
  GM_TRY(gm_step_init(step, scene, config, threads));
  GM_TRY(timing_advance(step, scene, FALL));
  scene->materials.pair[0][0] = pair;
  gm_step_clear(step);
  GM_TRY(gm_step_init(step, scene, config, threads));

  state_report r = {.rattle = INFINITY};
  for (long k = 0; r.rattle > rest || k < LEAST; k += LOOK) {
    if (k == MOST) {
      return gm_fail(GM_ERR_NUMBER, "not at rest after %ld steps: %g > %g", k,
                     r.rattle, rest);
    }
    GM_TRY(timing_advance(step, scene, LOOK));
    GM_TRY(state_measure(step, scene, &r));
    fprintf(stderr, "  %.3f s: kinetic %.1e, coordination %.3f\n", scene->time,
            r.rattle, r.coordination);
  }
  GM_TRY(state_write(scene, path));
  return timing_describe(step, scene);
}

static gm_status run(int argc, char **argv, gm_scene *scene, gm_step *step)
{
  const char *verb = argv[1], *path = argv[2];
  const int makes = !strcmp(verb, "make"), times = !strcmp(verb, "time");
  const double side = atof(argv[3]);
  const int at = times ? 4 : makes ? 5 : 6; /* where threads are said */
  const int threads = at < argc ? atoi(argv[at]) : 1;
  gm_config config;
  GM_TRY(state_box(scene, &config, side, times ? atof(argv[7]) : 0.0));
  if (makes)
    GM_TRY(state_place(scene, atoi(argv[4]), side));
  else
    GM_TRY(state_read(scene, path));
  GM_TRY(gm_step_init(step, scene, &config, threads));
  if (makes) return make(step, scene, &config, path);
  if (times) {
    return timing_measure(step, scene, atol(argv[5]), atol(argv[6]), argc > 8);
  }
  if (!strcmp(verb, "move"))
    return timing_move(step, scene, atol(argv[4]), argv[5]);
  return timing_describe(step, scene);
}

int main(int argc, char **argv)
{
  const int good =
      (argc == 6 && !strcmp(argv[1], "make")) ||
      ((argc == 6 || argc == 7) && !strcmp(argv[1], "move")) ||
      (argc == 4 && !strcmp(argv[1], "state")) ||
      (argc == 8 && !strcmp(argv[1], "time")) ||
      (argc == 9 && !strcmp(argv[1], "time") && !strcmp(argv[8], "stages"));
  if (!good) {
    fprintf(stderr, "usage: bench_bed make FILE SIDE GRAINS THREADS\n"
                    "       bench_bed time FILE SIDE THREADS WARM STEPS SKIN "
                    "[stages]\n"
                    "       bench_bed move FILE SIDE STEPS OUT [THREADS]\n"
                    "       bench_bed state FILE SIDE\n");
    return 2;
  }
  static gm_scene scene;
  static gm_step step;
  const gm_status status = run(argc, argv, &scene, &step);
  if (status != GM_OK) fprintf(stderr, "bench_bed: %s\n", gm_status_message());
  gm_step_clear(&step);
  state_clear(&scene);
  return status == GM_OK ? 0 : 1;
}
