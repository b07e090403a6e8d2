/* soft/work.h -- inputs, scratch memory and results of the passes over a chunk.
 *
 * A chunk is a fixed run of grains that one thread computes.  Its contacts go through
 * the passes in batches (gm_block, soft/team.c).  All chunks of a step share gm_work,
 * a thread computes in a gm_work_room, and each chunk returns a gm_work_result.
 */
#ifndef GM_SOFT_WORK_H
#define GM_SOFT_WORK_H

#include "base/sum.h"
#include "contact/block.h"
#include "contact/narrow_structures.h"
#include "scene/scene.h"
#include "search/inner_list.h"
#include "soft/capture.h"
#include "soft/model.h"

/* Timed passes: soft/team.c. */
typedef enum gm_work_pass {
  GM_WORK_NARROW,
  GM_WORK_GATHER,
  GM_WORK_FORCE,
  GM_WORK_SCATTER,
  GM_WORK_STRUCTURES,
  GM_WORK_MOVE,
  GM_WORK_PASSES
} gm_work_pass;

/* Sums of loads: base/sum.h. */
typedef struct gm_load_sum {
  gm_sum_rows force;  /* N, W  {force, power} */
  gm_sum_rows torque; /* N m */
  gm_sum_rows servo;  /* {stiffness, damping} over GM_LOAD_SERVO */
} gm_load_sum;

/* Rows of a load that are too large: three times four sums. */
enum { GM_LOAD_OVER = 12 };

#define GM_LOAD_SERVO 0x1p24

/* Result of a chunk. */
typedef struct gm_work_result {
  double fastest;      /* m2/s2  largest squared speed after the kick */
  double overlap;      /* 1  largest overlap over the smaller radius */
  gm_index deepest;    /* grain of that contact */
  gm_index with;       /* its partner: a grain, or -1 - the structure */
  gm_vec3 place;       /* m  its position */
  gm_sum_rows lost;    /* J  {in this step, of it by friction}, of two grains */
  gm_sum_rows couples; /* J  {of it by rolling, by twisting} */
  gm_sum impulse[GM_CONFIG_SIDES]; /* N s  on faces that reflect */
  gm_contact_events events;        /* of this step */
  uint64_t ticks[GM_WORK_PASSES];  /* clock ticks of each pass, if timed */
} gm_work_result;

/* Memory that lasts from step to step, so that a settled run allocates nothing. */
typedef struct gm_work_buffers {
  gm_work_result *result; /* [chunks] */
  gm_sum *over; /* [8] J  lost, couples of all chunks, too large for rows */
  gm_sum *over_loads;  /* [structures][GM_LOAD_OVER] likewise */
  gm_sum *over_held;   /* [held groups][GM_LOAD_OVER] */
  gm_load_sum *joined; /* [structures] scratch */
  double *touched;     /* [structures] scratch */
  gm_load_sum *loads;  /* [chunks][named structures] */
  /* Loads on copies, of which a chunk touches few: entries by chunk.
   * Rows of the list to named structures have no entry. */
  gm_load_sum *copy_loads;    /* [entries] */
  gm_index *copy;             /* [entries] row of the structure */
  gm_index *first_entry;      /* [chunks + 1] */
  gm_index *entry;            /* [contacts with structures] -1: none */
  gm_index *seen;             /* [structures] scratch */
  gm_load_sum *held_loads;    /* [chunks][held groups] */
  gm_load *totals;            /* [threads][2][chunk] see gm_work_room */
  gm_inner_list_pair *spare;  /* [threads][own_most] likewise */
  gm_collisions_row *impacts; /* [threads][2][pairs] likewise, or null */
  double *growth_power;       /* [contacts] W  work rate of growing grains */
  gm_index own_most;          /* largest number of pairs inside a chunk */
  size_t entry_capacity, row_capacity, first_capacity, seen_capacity;
  size_t over_capacity, over_held_capacity;
  size_t result_capacity, loads_capacity, held_capacity, totals_capacity,
      spare_capacity, growth_capacity;
} gm_work_buffers;

/* Scratch of a thread, reused for all its chunks so that it stays in cache.  Loads that
 * outlive the chunk are in gm_work.kept instead. */
typedef struct gm_work_room {
  gm_load *load;   /* [chunk] loads of its grains */
  gm_load *moment; /* [chunk] torques of rolling and twisting resistance */
  gm_inner_list_pair *spare; /* [pairs inside a chunk, at most] */
  gm_collisions_row *grains,
      *structures; /* [pairs of materials] impacts; null: not counted */
} gm_work_room;

/* Inputs shared by all chunks of one step.  Read-only, except the tables it points to. */
typedef struct gm_work {
  gm_scene *scene;
  const gm_model *model;
  const gm_work_buffers *buffers;
  const gm_capture *capture; /* receives the contacts; or null */
  gm_load *kept;             /* [grains] receives the loads; or null */
  gm_index pair; /* gm_model_pair of all grain pairs; -1: they differ */
  gm_index pair_structures;   /* likewise of all contacts with structures */
  int grows, mirrors, varies; /* grains grow; some structure is a mirror; some
                                   coefficient varies over a structure */
  const double
      *grains_moved; /* [chunks] m  bound of displacement since the build */
  const double *surfaces_moved; /* [structures] m  likewise */
  double gap;       /* m  gap of the inner list: search/inner_list.h */
  gm_law_time time; /* s */
  double kick;      /* s  duration of the first kick; 0: do not move */
  int timed;
} gm_work;

/* Inputs of a step whose first kick lasts `kick` (s; 0: loads without move).  The caller
 * sets the members that depend on lists, timing and capture; they are 0 here. */
gm_work gm_work_of(const gm_model *model, const gm_work_buffers *buffers,
                   gm_scene *scene, double kick);

/* Reserves memory for the chunks of a new list.  GM_ERR_MEMORY. */
gm_status gm_work_reserve(gm_work_buffers *buffers, const gm_scene *scene,
                          int threads);

void gm_work_clear(gm_work_buffers *buffers);

#endif
