/* step/chunk.h -- everything one chunk of grains needs in a step, while it is in cache.
 *
 * Room: step.  May include: all rooms below.
 *
 * The stages of a step, run over blocks of rows in a fixed order: records of cross rows,
 * structures, the parting of own rows where it is due, the near ones (touch, fill, law, scatter
 * each), then the move.  A row lives with
 * its lower grain, so when a chunk is done nobody later reads its old positions, except
 * through rows that join two threads, and these are made first (step/step.c).
 */
#ifndef GM_STEP_CHUNK_H
#define GM_STEP_CHUNK_H

#include "contact/couple.h"
#include "integrate/scheme.h"
#include "scene/scene.h"
#include "search/narrow.h"
#include "search/touch_structures.h"

typedef enum gm_chunk_stage {
  GM_CHUNK_TOUCH,
  GM_CHUNK_FILL,
  GM_CHUNK_LAW,
  GM_CHUNK_SCATTER,
  GM_CHUNK_STRUCTURES,
  GM_CHUNK_MOVE,
  GM_CHUNK_STAGES
} gm_chunk_stage;

/* What a chunk reports; one row per chunk, summed in their order. */
typedef struct gm_chunk_result {
  double fastest;         /* m2/s2  largest squared speed after the kick */
  double overlap;         /* 1  largest over the smaller radius, if a record */
  gm_index deepest;       /* its row */
  gm_vec3 place;          /* m  where its contact is */
  double dissipated;      /* J  in this step */
  double frictional;      /* J  of it by friction */
  double couples[2];      /* J  of it by rolling, by torsion */
  gm_touch_events events; /* in this step */
  uint64_t ticks[GM_CHUNK_STAGES]; /* of the counter, when timed */
} gm_chunk_result;

/* A touching contact as it was computed, for frames and measures. */
typedef struct gm_chunk_capture {
  gm_row4 f; /* {F on a, overlap}  N, m */
  gm_row4 n; /* {normal, effective radius}  1, m */
} gm_chunk_capture;

/* What it remembered before. */
typedef struct gm_chunk_memory {
  gm_row4 history, couple;
  gm_vec3 normal; /* on structures */
} gm_chunk_memory;

/* Where a thread works at one chunk after the other, so that it stays in its cache; loads that are
 * kept stand with the grains. */
typedef struct gm_chunk_room {
  gm_load *load;        /* [chunk] loads of its grains */
  gm_load *moment;      /* [chunk] torques, with couples */
  gm_narrow_row *spare; /* [own rows of a chunk, at most] */
  gm_collisions_row *grains,
      *structures; /* [pairs] impacts; null: not counted */
} gm_chunk_room;

/* What all chunks of one step share; read-only but for the tables it points to. */
typedef struct gm_chunk_work {
  gm_scene *scene;
  const gm_law *law;
  const gm_scheme *scheme;
  const gm_coefficients *table; /* [materials][GM_MATERIALS_MAX] */
  const gm_couple *couple;      /* or null */
  const gm_couple_coefficients *couple_table; /* as table */
  gm_index pair;            /* of all grain rows, row of the tables, or -1 */
  gm_index pair_structures; /* of all rows on structures, likewise */
  double *growing;          /* [rows] W  of grains that grow; null: none does */
  int mirrors;              /* some structure is one */
  gm_collisions_row
      *impacts;    /* [threads][2][pairs] see gm_chunk_room; or null */
  int varies;      /* some coefficient varies over a structure */
  gm_load *kept;   /* [grains] loads to be measured, or that were; or null */
  gm_load *totals; /* [threads][2][chunk] see gm_chunk_room */
  gm_narrow_row *spare;         /* [threads][own_most] likewise */
  gm_index own_most;            /* own rows of a chunk, at most */
  double gap;                   /* m  of rows that are near: search/narrow.h */
  gm_law_time time;             /* s */
  double kick;                  /* s  0: leave the grains where they are */
  const double *grains_moved;   /* [chunks] m  bound since the list was built */
  const double *surfaces_moved; /* [structures] m  likewise */
  int timed;
  gm_chunk_capture *capture;     /* [rows] or null */
  gm_chunk_memory *memory;       /* [rows] or null; with capture only */
  gm_structure_load *loads;      /* [chunks][structures] */
  gm_structure_load *held_loads; /* [chunks][groups of held grains] */
  gm_chunk_result *result;       /* [chunks] */
} gm_chunk_work;

/* Records of cross rows [k0, k1). */
void gm_chunk_records(const gm_chunk_work *w, gm_block *k,
                      const gm_chunk_room *room, gm_index k0, gm_index k1,
                      gm_chunk_result *result);

/* Loads of chunk c, and its move if w->kick is not zero. */
void gm_chunk_run(const gm_chunk_work *w, gm_block *k,
                  const gm_chunk_room *room, gm_index c);

/* The move alone, after loads were computed with kick 0. */
void gm_chunk_move(const gm_chunk_work *w, gm_index c);

#endif
