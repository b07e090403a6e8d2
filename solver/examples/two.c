/* examples/two.c -- two simulations in two threads give the bits of each alone. */
#include <granum.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { GRAINS = 64 };

typedef struct task {
  double friction;
  int failed;
  double end[3 * GRAINS]; /* m  positions, by id */
} task;

static void arrange(double *x, double *r)
{
  for (int i = 0; i < GRAINS; ++i) {
    x[3 * i] = 0.011 * (i % 4) + 1.0e-4 * (i % 7);
    x[3 * i + 1] = 0.011 * (i / 4 % 4);
    x[3 * i + 2] = 0.006 + 0.011 * (i / 16);
    r[i] = 0.005;
  }
}

static void *run(void *of)
{
  const double floor[] = {0.0, 0.0, 0.0}, up[] = {0.0, 0.0, 1.0};
  double x[3 * GRAINS], r[GRAINS];
  task *t = of;
  gm_sim *sim = gm_sim_create();
  gm_sim_view at, id;
  arrange(x, r);
  gm_sim_threads(sim, 2);
  gm_sim_material(sim, "glass", 2500.0, 1.0e7, 0.25);
  gm_sim_pair(sim, "glass", "glass", 0.5, t->friction);
  gm_sim_plane(sim, "floor", "glass", floor, up);
  gm_sim_add_grains(sim, GRAINS, x, r, NULL, "glass");
  gm_sim_run_to(sim, 0.2);
  gm_sim_column(sim, GM_SIM_GRAINS, "position", &at);
  gm_sim_column(sim, GM_SIM_GRAINS, "id", &id);
  for (int64_t i = 0; i < at.n; ++i) {
    const int64_t k = *(const int64_t *)((const char *)id.data + i * id.stride);
    memcpy(&t->end[3 * k], (const char *)at.data + i * at.stride,
           3 * sizeof(double));
  }
  t->failed = gm_sim_status(sim) != GM_OK;
  if (t->failed) fprintf(stderr, "%s\n", gm_sim_message(sim));
  gm_sim_free(sim);
  return NULL;
}

int main(void)
{
  static task alone[2] = {{.friction = 0.2}, {.friction = 0.6}};
  static task both[2] = {{.friction = 0.2}, {.friction = 0.6}};
  pthread_t thread[2];
  int failed = 0, same = 1;
  for (int k = 0; k < 2; ++k)
    run(&alone[k]);
  for (int k = 0; k < 2; ++k)
    failed |= pthread_create(&thread[k], NULL, run, &both[k]);
  for (int k = 0; k < 2 && !failed; ++k)
    pthread_join(thread[k], NULL);
  for (int k = 0; k < 2; ++k) {
    failed |= alone[k].failed || both[k].failed;
    same &= !memcmp(alone[k].end, both[k].end, sizeof both[k].end);
    printf("friction %.1f: the last grain at x = %.6f m\n", both[k].friction,
           both[k].end[3 * GRAINS - 3]);
  }
  printf("%s\n", same ? "same bits as alone" : "other bits than alone");
  return failed || !same;
}
