/* examples/change.c -- a box of grains is changed between steps.
 *
 * Grains are added, thrown upwards and removed, gravity is tilted, a lid is pushed
 * down.
 */
#include <granum.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double *row(const gm_sim_view *v, int64_t i)
{
  return (double *)((char *)v->data + i * v->stride);
}

static void describe(gm_sim *sim)
{
  const double min[] = {0.0, 0.0, 0.0}, max[] = {0.1, 0.1, 0.3};
  const double above[] = {0.05, 0.05, 0.25}, up[] = {0.0, 0.0, 1.0};
  gm_sim_material(sim, "glass", 2500.0, 1.0e7, 0.25);
  gm_sim_pair(sim, "glass", "glass", 0.5, 0.4);
  gm_sim_box(sim, "box", "glass", min, max, 32u); /* open above */
  gm_sim_disc(sim, "lid", "glass", above, up, 0.049);
}

/* A layer of 8 x 8 grains at height z. */
static gm_status add_layer(gm_sim *sim, double z)
{
  double x[3 * 64], r[64];
  for (int i = 0; i < 64; ++i) {
    x[3 * i] = 0.01 + 0.011 * (i % 8) + 1.0e-4 * (i % 3);
    x[3 * i + 1] = 0.01 + 0.011 * (i / 8);
    x[3 * i + 2] = z;
    r[i] = 0.005;
  }
  return gm_sim_add_grains(sim, 64, x, r, NULL, "glass");
}

/* Throw all grains upwards. */
static gm_status throw_up(gm_sim *sim, double speed)
{
  gm_sim_view v;
  const gm_status status =
      gm_sim_column(sim, GM_SIM_GRAINS, "scheme_velocity", &v);
  if (status != GM_OK) return status;
  for (int64_t i = 0; i < v.n; ++i)
    row(&v, i)[2] += speed;
  return gm_sim_edited(sim);
}

/* Remove the grains with an even id. */
static gm_status halve(gm_sim *sim)
{
  int64_t ids[256];
  size_t n = 0;
  gm_sim_view id;
  const gm_status status = gm_sim_column(sim, GM_SIM_GRAINS, "id", &id);
  if (status != GM_OK) return status;
  for (int64_t i = 0; i < id.n && n < 256; ++i) {
    const int64_t *name =
        (const int64_t *)((const char *)id.data + i * id.stride);
    if (*name % 2 == 0) ids[n++] = *name;
  }
  return gm_sim_remove_grains(sim, n, ids);
}

int main(void)
{
  const double tilted[] = {2.0, 0.0, -9.6}, down[] = {0.0, 0.0, -0.5};
  gm_sim_totals t = {0};
  gm_sim *sim = gm_sim_create();
  describe(sim);
  add_layer(sim, 0.006);
  gm_sim_step(sim, 100);
  add_layer(sim, 0.03);
  gm_sim_run_to(sim, 0.1);
  throw_up(sim, 0.5);
  gm_sim_run_to(sim, 0.2);
  halve(sim);
  gm_sim_gravity(sim, tilted);
  gm_sim_run_to(sim, 0.3);
  gm_sim_move_structure(sim, gm_sim_structure_row(sim, "lid"), down, NULL);
  gm_sim_run_to(sim, 0.6);
  gm_sim_measure(sim, &t);
  printf("%.2f s: %lld grains of %lld, kinetic energy %.3g J\n", t.time,
         (long long)t.grains, (long long)t.grains_in, t.kinetic);
  const int failed =
      gm_sim_status(sim) != GM_OK || t.grains != 64 || t.grains_out != 64;
  if (failed) fprintf(stderr, "%s\n", gm_sim_message(sim));
  gm_sim_free(sim);
  return failed;
}
