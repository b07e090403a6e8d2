/* ranks/behind.c -- a control of ranks/same_bits: `granum run SCENE -o RESULT` under a
 * launcher, with ghosts behind the rows that a rank owns instead of in the one order. */
#include "exchange/merged.h"
#include "include/granum.h"
#include "sim/sim.h"

#include <stdio.h>

/* The linker puts it in the place of gm_merged_find. */
void __wrap_gm_merged_find(const gm_grains *g, const gm_index *start, int runs,
                           gm_index *order, gm_index *scratch);
void __wrap_gm_merged_find(const gm_grains *g, const gm_index *start, int runs,
                           gm_index *order, gm_index *scratch)
{
  (void)g;
  (void)scratch;
  for (gm_index k = 0; k < start[runs]; ++k)
    order[k] = k;
}

int main(int argc, char **argv)
{
  gm_comm *comm = NULL;
  if (argc != 3 || gm_comm_open(&comm) != GM_OK) {
    puts(gm_status_message());
    return 2;
  }
  const gm_sim_options options = {.result = argv[2], .replace = 1};
  gm_sim *sim = gm_sim_open(argv[1], 0, NULL);
  gm_sim_threads(sim, 1);
  sim->ready.comm = comm;
  sim->ready.ranks = gm_comm_ranks(comm);
  const gm_status status = gm_sim_run(sim, &options);
  if (status != GM_OK) puts(gm_sim_message(sim));
  gm_sim_free(sim);
  gm_comm_close(comm);
  return status != GM_OK;
}
