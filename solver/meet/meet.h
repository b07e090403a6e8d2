/* meet/meet.h -- forces between structures.
 *
 * In each step every pair of structures that are near each other is evaluated at the
 * positions of the step, pair by pair on all threads; the sums over pairs run in the
 * order of the table, so that they have the same bits on any number of threads.
 */
#ifndef GM_MEET_MEET_H
#define GM_MEET_MEET_H

#include "config/config.h"
#include "meet/meet_list.h"
#include "meet/meet_pair.h"
#include "soft/model.h"

typedef struct gm_meet {
  int on; /* 1: some pair of structures may meet */
  gm_meet_table table;
  gm_meet_list list;
  gm_index samples; /* most that two forms have together */
  int n_scratch;
  gm_meet_scratch *scratch; /* [n_scratch] one for each thread */
} gm_meet;

/* GM_ERR_MEMORY: *meet must be cleared. */
gm_status gm_meet_init(gm_meet *meet, const gm_scene *scene,
                       const gm_config *config, int threads);

/* Compute all pairs; captures: contacts by patch too.  GM_ERR_MEMORY. */
gm_status gm_meet_run(gm_meet *meet, const gm_model *model, int captures,
                      gm_scene *scene);

/* GM_ERR_INPUT: two structures overlap by more than they may at the start.  Nothing is
 * kept of the computation. */
gm_status gm_meet_start(gm_meet *meet, const gm_model *model, gm_scene *scene);

/* Add the forces to the loads of the structures.  Returns the power (W) of all
 * structures by them, with the velocities of their poses. */
double gm_meet_add_loads(gm_scene *scene);

/* What dashpots and friction dissipate in the step (J).  Requires: poses have the
 * velocities of the instant (gm_bodies_settle). */
double gm_meet_dissipated(const gm_scene *scene, double dt, double *friction);

/* Note what is counted over all steps. */
void gm_meet_count(gm_scene *scene);

void gm_meet_clear(gm_meet *meet);

#endif
