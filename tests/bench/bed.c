/* bench/bed.c -- make the reference bed, measure the solver on it, describe a bed.
 *
 *   bench_bed make  FILE SIDE GRAINS THREADS
 *       place, settle with the law that is measured, write
 *   bench_bed time  FILE SIDE THREADS WARM STEPS SKIN [stages]
 *       read, WARM steps, then STEPS steps timed: every stage, lists and history
 *       included, no output; `stages`: as many again with the stage timers on
 *   bench_bed move  FILE SIDE STEPS OUT
 *       read, do the steps, write: to compare single impacts with other programs
 *   bench_bed state FILE SIDE
 *       coordination and overlaps of the grains as they lie
 *
 * Each prints one JSON object.  SIDE in m, SKIN in m (0: chosen by the solver).
 * tests/bench/run calls it; it is no test.
 */
#include "base/clock.h"
#include "base/memory.h"
#include "state.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Of the machine, hence the clone that the loader picks (base/types.h). */
static const char *instruction_set(void)
{
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return "x86-64-v4";
  if (__builtin_cpu_supports("x86-64-v3")) return "x86-64-v3";
#endif
  return "default";
}

static void print_state(const gm_scene *scene, const state_report *r)
{
  printf("\"grains\": %d, \"coordination\": %.6f, \"coordination_all\": %.6f, "
         "\"mean_overlap\": %.6e, \"largest_overlap\": %.6e, "
         "\"rattle\": %.3e, \"time\": %.4f",
         scene->grains.n, r->coordination,
         r->coordination +
             (double)r->measure.contacts_structure / scene->grains.n,
         r->mean_overlap, r->measure.largest_overlap, r->rattle, scene->time);
}

static gm_status advance(gm_step *step, gm_scene *scene, long steps)
{
  for (long k = 0; k < steps; ++k)
    GM_TRY(gm_step_advance(step, scene));
  return GM_OK;
}

/* At rest: kinetic energy below this part of the energy to lift a grain by its radius. */
static const double rest = 2.0e-5;

/* The fall runs with rougher, duller grains, which come to lie more loosely; then the true
 * coefficients until the bed is at rest.  The history stays with the scene. */
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
  GM_TRY(advance(step, scene, FALL));
  scene->materials.pair[0][0] = pair;
  gm_step_clear(step);
  GM_TRY(gm_step_init(step, scene, config, threads));

  state_report r = {.rattle = INFINITY};
  for (long k = 0; r.rattle > rest || k < LEAST; k += LOOK) {
    if (k == MOST) {
      return gm_fail(GM_ERR_NUMBER, "not at rest after %ld steps: %g > %g", k,
                     r.rattle, rest);
    }
    GM_TRY(advance(step, scene, LOOK));
    GM_TRY(state_measure(step, scene, &r));
    fprintf(stderr, "  %.3f s: kinetic %.1e, coordination %.3f\n", scene->time,
            r.rattle, r.coordination);
  }
  GM_TRY(state_write(scene, path));
  printf("{");
  print_state(scene, &r);
  printf("}\n");
  return GM_OK;
}

static void print_stages(const gm_step *step, const gm_scene *scene, long steps)
{
  printf(", \"stages\": [");
  for (int k = 0; k < step->n_timers; ++k) {
    const gm_timer *t = &step->timer[k];
    printf("%s{\"name\": \"%s\", \"ns_per_grain_step\": %.4f, "
           "\"ns_per_row\": %.4f}",
           k ? ", " : "", t->name,
           1.0e9 * t->seconds / ((double)steps * scene->grains.n),
           t->rows > 0.0 ? 1.0e9 * t->seconds / t->rows : 0.0);
  }
  printf("]");
}

static gm_status measure(gm_step *step, gm_scene *scene, long warm, long steps,
                         int stages)
{
  GM_TRY(advance(step, scene, warm));
  const int64_t builds = step->builds, orders = step->orders;
  const size_t calls = gm_memory_calls();
  const clock_t c0 = clock();
  const double t0 = gm_clock_now();
  GM_TRY(advance(step, scene, steps));
  const double seconds = gm_clock_now() - t0;
  const double busy = (double)(clock() - c0) / CLOCKS_PER_SEC;
  const double n = scene->grains.n;
  printf("{\"rate\": %.6e, \"cpu\": %.3f, \"builds\": %lld, \"orders\": %lld, "
         "\"allocations\": %zu, \"skin\": %.4e, \"rows_per_grain\": %.4f, "
         "\"bytes_per_grain\": %.1f, \"instruction_set\": \"%s\", ",
         n * (double)steps / seconds, busy / seconds / step->threads,
         (long long)(step->builds - builds), (long long)(step->orders - orders),
         gm_memory_calls() - calls, step->skin, scene->contacts.n_grain / n,
         (double)gm_memory_bytes() / n, instruction_set());
  state_report r;
  GM_TRY(state_measure(step, scene, &r));
  print_state(scene, &r);
  if (stages) {
    GM_TRY(advance(step, scene, 1)); /* the other half of the measured step */
    step->timed = 1;
    GM_TRY(advance(step, scene, steps));
    print_stages(step, scene, steps);
  }
  printf("}\n");
  return GM_OK;
}

static gm_status move(gm_step *step, gm_scene *scene, long steps,
                      const char *out)
{
  GM_TRY(advance(step, scene, steps));
  GM_TRY(state_write(scene, out));
  printf("{\"grains\": %d, \"time\": %.9g}\n", scene->grains.n, scene->time);
  return GM_OK;
}

static gm_status describe(gm_step *step, gm_scene *scene)
{
  state_report r;
  GM_TRY(state_measure(step, scene, &r));
  printf("{");
  print_state(scene, &r);
  printf("}\n");
  return GM_OK;
}

static gm_status run(int argc, char **argv, gm_scene *scene, gm_step *step)
{
  const char *verb = argv[1], *path = argv[2];
  const int makes = !strcmp(verb, "make"), times = !strcmp(verb, "time");
  const double side = atof(argv[3]);
  const int threads = times ? atoi(argv[4]) : makes ? atoi(argv[5]) : 1;
  gm_config config;
  GM_TRY(state_box(scene, &config, side, times ? atof(argv[7]) : 0.0));
  if (makes)
    GM_TRY(state_place(scene, atoi(argv[4]), side));
  else
    GM_TRY(state_read(scene, path));
  GM_TRY(gm_step_init(step, scene, &config, threads));
  if (makes) return make(step, scene, &config, path);
  if (times) {
    return measure(step, scene, atol(argv[5]), atol(argv[6]), argc > 8);
  }
  if (!strcmp(verb, "move")) return move(step, scene, atol(argv[4]), argv[5]);
  return describe(step, scene);
}

int main(int argc, char **argv)
{
  const int good =
      (argc == 6 && !strcmp(argv[1], "make")) ||
      (argc == 6 && !strcmp(argv[1], "move")) ||
      (argc == 4 && !strcmp(argv[1], "state")) ||
      (argc == 8 && !strcmp(argv[1], "time")) ||
      (argc == 9 && !strcmp(argv[1], "time") && !strcmp(argv[8], "stages"));
  if (!good) {
    fprintf(stderr, "usage: bench_bed make FILE SIDE GRAINS THREADS\n"
                    "       bench_bed time FILE SIDE THREADS WARM STEPS SKIN "
                    "[stages]\n"
                    "       bench_bed move FILE SIDE STEPS OUT\n"
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
