/* parallel/threads_simulations.c -- simulations in several threads give the bits
 * of each alone.
 *
 * A mixer of triangles, a periodic shear cell with rolling resistance and a drum
 * with adhesion run at the same time, each with two threads, while one of them is
 * viewed in every step: whatever the library kept outside of a simulation would mix
 * them.
 */
#include "check.h"

#include "include/granum.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 3 };

typedef struct run {
  const char *scene; /* folder of a case */
  const char *set[3];
  int n_set, views;
  int64_t steps, n;
  double *x; /* [3 n] m  positions in the order of ids */
  gm_status status;
} run;

static void keep_positions(run *r, gm_sim *sim)
{
  gm_sim_view x, id;
  r->n = gm_sim_grain_count(sim);
  r->x = calloc((size_t)(3 * r->n) + 1, sizeof *r->x);
  gm_sim_column(sim, GM_SIM_GRAINS, "position", &x);
  gm_sim_column(sim, GM_SIM_GRAINS, "id", &id);
  for (int64_t i = 0; i < x.n; ++i) {
    const int64_t k = *(int64_t *)(void *)((char *)id.data + i * id.stride);
    if (k < r->n)
      memcpy(&r->x[3 * k], (char *)x.data + i * x.stride, 3 * sizeof *r->x);
  }
}

static void *do_run(void *of)
{
  run *r = of;
  gm_sim_view force;
  gm_sim *sim = gm_sim_open(r->scene, (size_t)r->n_set, r->set);
  gm_sim_threads(sim, 2);
  for (int64_t k = 0; k < r->steps; k += 20) {
    r->status = gm_sim_step(sim, 20);
    if (r->views) gm_sim_column(sim, GM_SIM_CONTACTS, "force", &force);
  }
  if (r->status == GM_OK) keep_positions(r, sim);
  if (r->status != GM_OK) puts(gm_sim_message(sim));
  gm_sim_free(sim);
  return NULL;
}

int main(void)
{
  const run given[RUNS] = {
      {.scene = GM_CASES "/mixer",
       .set = {"grains[0].fill.count=400",
               "grains[0].fill.radius.uniform=[1.8 mm, 2.2 mm]"},
       .n_set = 2,
       .steps = 100},
      {.scene = GM_CASES "/shear", .steps = 100, .views = 1},
      {.scene = GM_CASES "/powder", .steps = 100}};
  run alone[RUNS], together[RUNS];
  pthread_t thread[RUNS];
  for (int k = 0; k < RUNS; ++k) {
    alone[k] = together[k] = given[k];
    do_run(&alone[k]);
  }
  for (int k = 0; k < RUNS; ++k)
    CHECK(pthread_create(&thread[k], NULL, do_run, &together[k]) == 0);
  for (int k = 0; k < RUNS; ++k)
    CHECK(pthread_join(thread[k], NULL) == 0);
  for (int k = 0; k < RUNS; ++k) {
    const run *a = &alone[k], *b = &together[k];
    CHECK(a->status == GM_OK && b->status == GM_OK);
    CHECK(a->n > 0 && a->n == b->n);
    if (a->n == b->n && a->x && b->x)
      CHECK(!memcmp(a->x, b->x, (size_t)(3 * a->n) * sizeof *a->x));
    printf("%s: %lld grains\n", a->scene, (long long)a->n);
    free(a->x);
    free(b->x);
  }
  return CHECK_REPORT();
}
