/* examples/load.c -- a scene file, stepped; the force on one of its structures.
 *
 *   load SCENE STRUCTURE END [PATH=VALUE ...]
 */
#include <granum.h>
#include <stdio.h>
#include <stdlib.h>

/* Number `row` of a column of structures: three components. */
static const double *vector(gm_sim *sim, const char *column, int64_t row)
{
  static const double none[3] = {0.0, 0.0, 0.0};
  gm_sim_view v;
  if (gm_sim_column(sim, GM_SIM_STRUCTURES, column, &v) != GM_OK) return none;
  return (const double *)((const char *)v.data + row * v.stride);
}

int main(int argc, char **argv)
{
  if (argc < 4) {
    fprintf(stderr, "usage: load SCENE STRUCTURE END [PATH=VALUE ...]\n");
    return 2;
  }
  const double end = atof(argv[3]);
  gm_sim *sim =
      gm_sim_open(argv[1], (size_t)(argc - 4), (const char *const *)argv + 4);
  gm_status status = gm_sim_start(sim);
  const int64_t row = gm_sim_structure_row(sim, argv[2]);
  if (status == GM_OK && row < 0)
    fprintf(stderr, "no structure '%s'\n", argv[2]);

  for (int k = 1; k <= 10 && status == GM_OK && row >= 0; ++k) {
    status = gm_sim_run_to(sim, 0.1 * k * end);
    const double *f = vector(sim, "force", row);
    printf("%.4f s  force (%.4g, %.4g, %.4g) N\n", gm_sim_time(sim), f[0], f[1],
           f[2]);
  }
  if (status != GM_OK) fprintf(stderr, "%s\n", gm_sim_message(sim));
  gm_sim_free(sim);
  return status != GM_OK || row < 0;
}
