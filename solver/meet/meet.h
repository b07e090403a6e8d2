/* meet/meet.h -- forces between structures.
 *
 * In each step every pair of structures that are near each other is evaluated at the
 * positions of the step, pair by pair on all threads; the sums over pairs run in the
 * order of the table, so that they have the same bits on any number of threads.
 */
#ifndef GM_MEET_MEET_H
#define GM_MEET_MEET_H

#include "config/config.h"
#include "meet/meet_pair.h"
#include "meet/meet_rules.h"
#include "soft/model.h"

/* A structure, or its periodic image, with its bounds in the world. */
typedef struct gm_meet_box {
  gm_vec3 low, high; /* m */
  gm_index row;
  uint8_t image;
  int64_t cell; /* of the centre; -1: too large for cells, or endless */
} gm_meet_box;

/* A pair a < b that may touch. */
typedef struct gm_meet_couple {
  gm_index a, b;
  uint8_t image; /* of b */
} gm_meet_couple;

/* Where a structure was when the list was built. */
typedef struct gm_meet_place {
  gm_vec3 centre; /* m  of its ball */
  gm_quat orientation;
  int present;
} gm_meet_place;

typedef struct gm_meet_list {
  double skin; /* m  how much nearer two structures may come before the next */
  int must;    /* 1: build in any case */
  int64_t builds;
  gm_meet_place *place; /* [structures] */
  gm_index n_places;
  gm_meet_box *box; /* [boxes] scratch memory of the build */
  size_t box_capacity;
  gm_meet_couple *couple; /* likewise */
  size_t n_couples, couple_capacity;
} gm_meet_list;

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

/* *limit receives the fastest swing of any two structures that may meet.  Of structures
 * that share a form the smallest and the largest stand for all.  GM_ERR_MEMORY. */
gm_status gm_meet_limit_find(const gm_meet *meet, const gm_scene *scene,
                             gm_meeting_limit *limit);

#endif
