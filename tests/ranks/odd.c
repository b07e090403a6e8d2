/* ranks/odd.c -- ranks that are odd, for ranks/same_bits: `odd SCENE RESULT HOW` under a
 * launcher.
 *
 * HOW is `behind`: ghosts behind the rows that a rank owns instead of in the one order;
 * `one`: all grains on rank 0, the others have none; a number: cuts are drawn at random
 * from this seed, each time a list is built. */
#include "base/random.h"
#include "exchange/exchange.h"
#include "exchange/merged.h"
#include "include/granum.h"
#include "sim/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *how;
static uint32_t drawn;

/* The linker puts these in the places of the functions that they name. */
void __real_gm_merged_find(const gm_grains *g, const gm_index *start, int runs,
                           gm_index *order, gm_index *scratch);
void __wrap_gm_merged_find(const gm_grains *g, const gm_index *start, int runs,
                           gm_index *order, gm_index *scratch);
void __wrap_gm_merged_find(const gm_grains *g, const gm_index *start, int runs,
                           gm_index *order, gm_index *scratch)
{
  if (strcmp(how, "behind") != 0) {
    __real_gm_merged_find(g, start, runs, order, scratch);
    return;
  }
  for (gm_index k = 0; k < start[runs]; ++k)
    order[k] = k;
}

gm_status __real_gm_exchange_rows(gm_exchange *ex, gm_scene *scene, double skin,
                                  gm_history_transfer *m);
gm_status __wrap_gm_exchange_rows(gm_exchange *ex, gm_scene *scene, double skin,
                                  gm_history_transfer *m);
gm_status __wrap_gm_exchange_rows(gm_exchange *ex, gm_scene *scene, double skin,
                                  gm_history_transfer *m)
{
  if (atoi(how)) ex->sorted = 1;
  return __real_gm_exchange_rows(ex, scene, skin, m);
}

gm_status __real_gm_cuts_find(gm_cuts *cuts, const gm_scene *s, gm_comm *comm);
gm_status __wrap_gm_cuts_find(gm_cuts *cuts, const gm_scene *s, gm_comm *comm);
gm_status __wrap_gm_cuts_find(gm_cuts *cuts, const gm_scene *s, gm_comm *comm)
{
  double box[6], u[4];
  const gm_status status = __real_gm_cuts_find(cuts, s, comm);
  for (int a = 0; a < 6; ++a)
    box[a] = -INFINITY;
  for (gm_index i = 0; i < s->grains.n; ++i)
    for (int a = 0; a < 3; ++a) {
      box[a] = fmax(box[a], -s->grains.g[i].x[a]);
      box[3 + a] = fmax(box[3 + a], s->grains.g[i].x[a]);
    }
  gm_comm_most(comm, box, 6);
  for (int k = 0; k < cuts->n; ++k) {
    gm_cut *c = &cuts->cut[k];
    if (c->rank >= 0) continue;
    if (!strcmp(how, "one")) c->at = INFINITY;
    if (!atoi(how)) continue;
    gm_random_uniform((uint32_t)atoi(how), 0, drawn++, u);
    c->axis = (int)(3.0 * u[0]);
    c->at = u[1] * box[3 + c->axis] - (1.0 - u[1]) * box[c->axis];
  }
  return status;
}

int main(int argc, char **argv)
{
  gm_comm *comm = NULL;
  if (argc != 4 || gm_comm_open(&comm) != GM_OK) {
    puts(gm_status_message());
    return 2;
  }
  how = argv[3];
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
