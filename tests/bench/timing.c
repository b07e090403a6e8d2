/* bench/timing.c -- time the solver on a scene. */
#include "timing.h"

#include "base/clock.h"
#include "base/memory.h"
#include <stdio.h>
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

gm_status timing_advance(gm_step *step, gm_scene *scene, long steps)
{
  for (long k = 0; k < steps; ++k)
    GM_TRY(gm_step_advance(step, scene));
  return GM_OK;
}

gm_status timing_move(gm_step *step, gm_scene *scene, long steps,
                      const char *out)
{
  GM_TRY(timing_advance(step, scene, steps));
  GM_TRY(state_write(scene, out));
  printf("{\"grains\": %d, \"time\": %.9g}\n", scene->grains.n, scene->time);
  return GM_OK;
}

gm_status timing_describe(gm_step *step, gm_scene *scene)
{
  state_report r;
  GM_TRY(state_measure(step, scene, &r));
  printf("{");
  print_state(scene, &r);
  printf("}\n");
  return GM_OK;
}

static void print_stages(const gm_step *step, const gm_scene *scene, long steps)
{
  printf(", \"stages\": [");
  for (int k = 0; k < step->timers.n; ++k) {
    const gm_timer *t = &step->timers.row[k];
    const double grain_steps = (double)steps * scene->grains.n;
    printf("%s{\"name\": \"%s\", \"ns_per_grain_step\": %.4f, "
           "\"ns_per_row\": %.4f, \"rows_per_grain\": %.4f, "
           "\"bytes_per_grain_step\": %.2f}",
           k ? ", " : "", t->name, 1.0e9 * t->seconds / grain_steps,
           t->rows > 0.0 ? 1.0e9 * t->seconds / t->rows : 0.0,
           t->rows / grain_steps, t->bytes / grain_steps);
  }
  printf("]");
}

/* Peak of memory, in bytes.  Not ru_maxrss: that begins with the parent's. */
static double peak(void)
{
  FILE *f = fopen("/proc/self/status", "r");
  char line[256];
  double kilobytes = 0.0;
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "VmHWM: %lf", &kilobytes) == 1) break;
  if (f) fclose(f);
  return 1024.0 * kilobytes;
}

gm_status timing_measure(gm_step *step, gm_scene *scene, long warm, long steps,
                         int stages)
{
  GM_TRY(timing_advance(step, scene, warm));
  const int64_t builds = step->lists.builds, orders = step->lists.orders;
  const gm_id exact = scene->balance.exact;
  const size_t calls = gm_memory_calls();
  const clock_t c0 = clock();
  const double t0 = gm_clock_now();
  GM_TRY(timing_advance(step, scene, steps));
  const double seconds = gm_clock_now() - t0;
  const double busy = (double)(clock() - c0) / CLOCKS_PER_SEC;
  const double n = scene->grains.n;
  printf("{\"peak\": %.0f, \"rate\": %.6e, \"cpu\": %.3f, \"builds\": %lld, "
         "\"orders\": %lld, "
         "\"allocations\": %zu, \"skin\": %.4e, \"rows_per_grain\": %.4f, "
         "\"bytes_per_grain\": %.1f, \"structure_rows\": %d, "
         "\"exact\": %.1f, \"instruction_set\": \"%s\", ",
         peak(), n * (double)steps / seconds, busy / seconds / step->threads,
         (long long)(step->lists.builds - builds),
         (long long)(step->lists.orders - orders), gm_memory_calls() - calls,
         step->lists.skin, scene->contacts.n_grain / n,
         (double)gm_memory_bytes() / n,
         scene->contacts.n - scene->contacts.n_grain,
         (double)(scene->balance.exact - exact) / (double)steps,
         instruction_set());
  state_report r;
  GM_TRY(state_measure(step, scene, &r));
  print_state(scene, &r);
  if (stages) {
    GM_TRY(timing_advance(step, scene,
                          1)); /* the other half of the measured step */
    step->timers.on = 1;
    GM_TRY(timing_advance(step, scene, steps));
    print_stages(step, scene, steps);
  }
  printf("}\n");
  return GM_OK;
}
