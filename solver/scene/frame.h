/* scene/frame.h -- one instant, made to be written: what files say of grains and contacts.
 *
 * Room: scene.  May include: base.
 *
 * Filled by step/measure.c and step/frames.c when a row of history or a frame is due.
 */
#ifndef GM_SCENE_FRAME_H
#define GM_SCENE_FRAME_H

#include "base/row4.h"
#include "base/status.h"
#include "base/types.h"
#include "base/vec3.h"

/* One instant, measured. */
typedef struct gm_measure {
  double time; /* s */
  int64_t step;
  gm_id contacts_grain, contacts_structure;
  double mass;                        /* kg */
  double kinetic, elastic, potential; /* J */
  gm_vec3 momentum;                   /* kg m/s */
  double largest_overlap;             /* 1  overlap / smaller radius */
} gm_measure;

/* The contacts that touch at one instant, for files and tests: made on demand, sorted by
 * (id_a, grain before structure, partner, patch), id_a < id_b. */
typedef struct gm_frame_contacts {
  gm_index n, capacity;
  gm_id *id_a, *id_b;  /* [n]  id_b -1: a structure */
  gm_index *structure; /* [n]  row, -1: a grain */
  gm_index *patch;     /* [n]  -1: a grain */
  gm_vec3 *from, *to;  /* [n] m  centre of a; centre of b or foot */
  gm_vec3 *normal;     /* [n] 1  unit, from b to a */
  gm_vec3 *force;      /* [n] N  on a */
  double *overlap;     /* [n] m */
  gm_index *source;    /* [n]  gm_answer of the structure, -1: a grain */

  /* What a run needs to go on: before the forces of this instant; null unless asked for. */
  gm_row4 *history; /* [n] as the law declares, vectors for a relative to b */
  gm_row4 *couple;  /* [n] {rolling, torsion} likewise */
  gm_vec3 *last;    /* [n] normal on a structure in the last step; 0: a grain */
  gm_index *image;  /* [n] of the structure: scene/domain.h; 0: a grain */
} gm_frame_contacts;

/* What a frame says of every grain, sorted by id; velocities are at the frame's time. */
typedef struct gm_frame_grains {
  gm_index n, capacity;
  gm_index *row;             /* [n]  in scene.grains */
  gm_vec3 *velocity;         /* [n] m/s */
  gm_vec3 *angular_velocity; /* [n] rad/s */
  gm_index *coordination;    /* [n]  contacts of any kind */
  gm_index *structure;       /* [n]  nearest structure in reach, -1: none */
  double *distance;          /* [n] m  to it, NaN: none */
  gm_vec3 *normal;       /* [n] 1  unit gradient of that distance, 0: none */
  gm_index *site_count;  /* [n] */
  gm_index *answered;    /* [n]  gm_answer of `structure`, -1: none */
  gm_index *unsupported; /* [n]  patches in contact range that lack sites */
} gm_frame_grains;

/* Room for `n` rows; values are lost.  GM_ERR_MEMORY: what there was is gone.  remembers: for
 * what a run needs to go on, too; the same in every call. */
gm_status gm_frame_reserve_grains(gm_frame_grains *f, gm_index n);
gm_status gm_frame_reserve_contacts(gm_frame_contacts *f, gm_index n,
                                    int remembers);

void gm_frame_clear_grains(gm_frame_grains *f);
void gm_frame_clear_contacts(gm_frame_contacts *f);

#endif
