/* examples/drop.c -- a ball is dropped on a plane; its height is printed. */
#include <granum.h>
#include <stdio.h>

int main(void)
{
  const double floor[] = {0.0, 0.0, 0.0}, up[] = {0.0, 0.0, 1.0};
  const double position[] = {0.0, 0.0, 0.1}, radius[] = {0.01};

  gm_sim *sim = gm_sim_create();
  gm_sim_material(sim, "glass", 2500.0, 1.0e7, 0.25);
  gm_sim_pair(sim, "glass", "glass", 0.8, 0.3);
  gm_sim_plane(sim, "floor", "glass", floor, up);
  gm_sim_add_grains(sim, 1, position, radius, NULL, "glass");

  for (int k = 0; k <= 20 && gm_sim_status(sim) == GM_OK; ++k) {
    gm_sim_view at;
    gm_sim_run_to(sim, 0.025 * k);
    gm_sim_column(sim, GM_SIM_GRAINS, "position", &at);
    if (at.data)
      printf("%.3f s  %.4f m\n", gm_sim_time(sim), ((double *)at.data)[2]);
  }
  const int failed = gm_sim_status(sim) != GM_OK;
  if (failed) fprintf(stderr, "%s\n", gm_sim_message(sim));
  gm_sim_free(sim);
  return failed;
}
