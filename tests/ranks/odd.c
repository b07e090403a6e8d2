/* ranks/odd.c -- ranks that are odd, for ranks/same_bits: `odd SCENE RESULT HOW` under a
 * launcher.
 *
 * HOW is `behind`: ghosts behind the rows that a rank owns instead of in the one order;
 * `one`: all grains on rank 0, the others have none; a number: cuts are drawn at random
 * from this seed, each time a list is built; `dear`: the first grains of rank 0 cost
 * three times as much as others, and it says how many it has after the next cuts;
 * `memory S N`: on rank 1 the N-th allocation after step S fails; `nan S 0`: its first
 * grain is nowhere then. */
#include "base/memory.h"
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
  static int lists;
  const int dear = !strcmp(how, "dear");
  ++lists;
  if (atoi(how) || (dear && lists == 2)) ex->sorted = 1;
  const gm_status status = __real_gm_exchange_rows(ex, scene, skin, m);
  if (dear && lists == 2)
    printf("rank 0 has %lld of %lld\n", (long long)ex->owned,
           (long long)ex->grains);
  return status;
}

gm_status __real_gm_cuts_find(gm_cuts *cuts, const gm_scene *s, gm_comm *comm,
                              int64_t cost);
gm_status __wrap_gm_cuts_find(gm_cuts *cuts, const gm_scene *s, gm_comm *comm,
                              int64_t cost);
gm_status __wrap_gm_cuts_find(gm_cuts *cuts, const gm_scene *s, gm_comm *comm,
                              int64_t cost)
{
  double box[6], u[4];
  if (!strcmp(how, "dear"))
    cost = s->comm && gm_comm_rank(comm) == 0 ? 3000 : 1000;
  const gm_status status = __real_gm_cuts_find(cuts, s, comm, cost);
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

/* What goes wrong on rank 1, and when. */
static struct {
  gm_sim *sim;
  int64_t step, number;
} fault;

static void look(void *user, const gm_sim_event *e)
{
  gm_scene *s = &fault.sim->ready.scene;
  (void)user;
  if (e->kind != GM_SIM_STEP || e->step != fault.step) return;
  if (!strcmp(how, "memory")) gm_memory_fail_at((size_t)fault.number);
  for (gm_index i = 0; !strcmp(how, "nan") && i < s->grains.n; ++i) {
    if (gm_grains_ghost(&s->grains, i)) continue;
    s->grains.g[i].x[0] = NAN;
    return;
  }
}

int main(int argc, char **argv)
{
  gm_comm *comm = NULL;
  if ((argc != 4 && argc != 6) || gm_comm_open(&comm) != GM_OK) {
    puts(gm_status_message());
    return 2;
  }
  how = argv[3];
  if (gm_comm_rank(comm) > 0) gm_comm_hush();
  gm_sim_options options = {.result = argv[2], .replace = 1};
  gm_sim *sim = gm_sim_open(argv[1], 0, NULL);
  gm_sim_threads(sim, 1);
  sim->ready.comm = comm;
  sim->ready.ranks = gm_comm_ranks(comm);
  if (argc == 6 && gm_comm_rank(comm) == 1) {
    fault.sim = sim;
    fault.step = atoi(argv[4]);
    fault.number = atoi(argv[5]);
    options.progress = look;
  }
  const gm_status status = gm_sim_run(sim, &options);
  if (status != GM_OK) puts(gm_sim_message(sim));
  gm_sim_free(sim);
  gm_comm_close(comm);
  return status != GM_OK;
}
