/* tests/bench/rotation.c -- costs and errors of the integrators of rotation.
 *
 *   bench_rotation FOLDER
 *
 * A free asymmetric top for 100 s (tests/top.h).  Writes into FOLDER rotation.csv, a row
 * for each integrator and step: bytes of state that it needs, nanoseconds a step (median
 * of runs, one body that stays in the cache), largest errors.  tests/bench/rotation calls
 * it and draws.
 */
#include "bench/thread_clock.h"
#include "top.h"

#include "config/choices.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 31, STEPS = 20000 };

static const double steps[] = {0.1,    0.05, 0.04,  0.025, 0.02,
                               0.0125, 0.01, 0.005, 0.0025};

/* A quaternion and a vector, or the stored derivatives. */
static int bytes_of(gm_rotation_how how)
{
  const int width = how.kind == GM_ROTATION_MATRIX            ? 9
                    : how.kind == GM_ROTATION_QUATERNION_GEAR ? 7
                    : how.kind == GM_ROTATION_EULER           ? 3
                                                              : 0;
  return 8 * (width ? width * how.values : 7);
}

/* ns a step.  The angles begin away from their singularity. */
static double time_step(gm_rotation_how how)
{
  double seconds[RUNS];
  const gm_vec3 none = {0.0, 0.0, 0.0};
  const gm_quat q0 = gm_quat_rotation(gm_vec(0.5 * GM_PI, 0.0, 0.0));
  for (int k = 0; k < RUNS; ++k) {
    gm_rotation r = top_begin(how, q0);
    const double start = now();
    for (int n = 0; n < STEPS; ++n)
      gm_rotation_advance(&r, none, 0.01, 0.01);
    seconds[k] = now() - start;
  }
  qsort(seconds, RUNS, sizeof *seconds, rising);
  return 1.0e9 * seconds[RUNS / 2] / STEPS;
}

static void measure(gm_rotation_how how, FILE *f)
{
  const double ns = time_step(how);
  for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
    top_flips flips;
    const top_errors e = top_run(how, steps[k], &flips);
    fprintf(f, "%s,%d,%d,%d,%d,%.2f,%.4f,%.4e,%.4e,%.4e,%.4e\n",
            gm_choices_rotations[how.kind], how.values, how.project,
            how.corrections, bytes_of(how), ns, steps[k], e.energy, e.momentum,
            e.orthogonality, e.attitude);
  }
}

int main(int argc, char **argv)
{
  char path[4096];
  if (argc != 2) {
    fprintf(stderr, "bench_rotation FOLDER\n");
    return 1;
  }
  snprintf(path, sizeof path, "%s/rotation.csv", argv[1]);
  FILE *f = fopen(path, "w");
  if (!f) {
    perror(path);
    return 1;
  }
  fputs("kind,values,project,corrections,bytes,ns,step,energy,momentum,"
        "orthogonality,attitude\n",
        f);
  top_init();
  measure((gm_rotation_how){GM_ROTATION_NO_SQUISH, 0, 0, 1, 0}, f);
  measure((gm_rotation_how){GM_ROTATION_QUATERNION, 0, 0, 1, 0}, f);
  for (int values = 4; values <= 6; ++values) {
    for (int project = 0; project < 2; ++project)
      measure((gm_rotation_how){GM_ROTATION_MATRIX, values, project, 1, 0}, f);
  }
  measure((gm_rotation_how){GM_ROTATION_MATRIX, 6, 1, 2, 0}, f);
  for (int values = 4; values <= 6; ++values)
    measure((gm_rotation_how){GM_ROTATION_EULER, values, 0, 1, 0}, f);
  for (int values = 4; values <= 6; ++values)
    measure((gm_rotation_how){GM_ROTATION_QUATERNION_GEAR, values, 1, 1, 0}, f);
  return fclose(f) != 0;
}
