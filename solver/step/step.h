/* step/step.h -- the order of things.
 *
 * Room: step.  May include: all rooms below.
 *
 * A step is a table of named stages (step/step.c).  What it computes depends on the scene
 * alone: not on the threads, the skin, or how often the list was built.
 */
#ifndef GM_STEP_STEP_H
#define GM_STEP_STEP_H

#include "search/candidates.h"
#include "search/match.h"
#include "search/order.h"
#include "step/chunk.h"
#include "step/flux.h"

enum { GM_STEP_TIMERS = 24 };

typedef struct gm_timer {
  const char *name;
  double seconds;
  int64_t calls;
  double rows;  /* worked on, summed over the calls */
  double bytes; /* likewise, of columns read and written: step/timers.h */
} gm_timer;

/* What a run needs beside its scene: the law, tables, workspaces.  No state that outlives
 * a step but what can be made again from the scene. */
typedef struct gm_step {
  const gm_law *law;
  const gm_scheme *scheme;
  gm_coefficients *table;               /* [materials][GM_MATERIALS_MAX] */
  const gm_couple *couple;              /* or null */
  gm_couple_coefficients *couple_table; /* as table */
  int alike;                            /* all grains are of one material */
  int threads;
  double overlap_limit; /* 1  over the smaller radius: beyond it a step fails,
                           since the centre is about to pass; 0.5 */
  int timed;

  double skin;           /* m  of the list in use or next */
  double most_skin;      /* m  that periodic sides have room for */
  int adapt_skin;        /* choose it by what a step uses up of it */
  double smallest;       /* m  radius */
  double largest;        /* m  radius */
  double range;          /* m  how far contacts reach beyond touch, at most */
  double grains_moved;   /* m  bound since the list was built */
  double surfaces_moved; /* m  likewise, of structures */
  double *chunk_moved;   /* [chunks] m  the same of the grains of each */
  double *surface_moved; /* [structures] m  and of each structure */
  int64_t built_at;      /* step of the last build */
  int must_build;

  gm_candidates candidates;
  gm_match match;
  gm_order order;
  gm_chunk_result *result;       /* [chunks] */
  gm_structure_load *loads;      /* [chunks][structures] */
  gm_structure_load *held_loads; /* [chunks][groups of held grains] */
  size_t result_capacity, loads_capacity, held_capacity;
  gm_load *totals; /* [threads][2][chunk] see gm_chunk_room */
  size_t totals_capacity;
  gm_narrow_row *spare;       /* [threads][own_most] likewise */
  gm_collisions_row *impacts; /* [threads][2][pairs] likewise, or null */
  size_t spare_capacity;
  gm_index own_most;         /* own rows of a chunk, at most */
  gm_chunk_capture *capture; /* [rows] when contacts were asked for */
  size_t capture_capacity;
  uint8_t *gone; /* [grains] see step/leave.h */
  size_t gone_capacity;
  gm_index leaves; /* of them, in the step last looked at */
  int beyond;      /* some grain was beyond a side then */
  int remembers;   /* frames show what contacts remembered before the instant */
  gm_chunk_memory *memory; /* [rows] likewise, if so */
  gm_flux_work flux;
  int captured; /* capture and loads are those of scene->step */

  double dissipated; /* J  of the step last computed */
  double *row_power; /* [rows] W  of growing, where grains grow */
  size_t row_capacity;
  double grow_power;        /* W  of the step last computed, by growing */
  double power, held_power; /* W  likewise, of structures, of held grains */
  int64_t builds, orders;
  gm_timer timer[GM_STEP_TIMERS];
  int n_timers;
} gm_step;

/* Ready *step for `scene`; law, coefficients and skin from the config.  threads >= 1.
 * GM_ERR_MEMORY. */
gm_status gm_step_init(gm_step *step, const gm_scene *scene,
                       const gm_config *config, int threads);

void gm_step_clear(gm_step *step);

/* Do one step.  GM_ERR_NUMBER, GM_ERR_MEMORY: the scene is not to be used further. */
gm_status gm_step_advance(gm_step *step, gm_scene *scene);

/* The first half of a step: loads and contacts of this instant, kept for measuring; the
 * grains stay where they are.  gm_step_advance then does the other half, with the same bits
 * as a whole step. */
gm_status gm_step_loads(gm_step *step, gm_scene *scene);

#endif
