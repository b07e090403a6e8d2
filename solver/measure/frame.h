/* measure/frame.h -- columns of grains and contacts of one instant, as result files store
 * them.  measure/frame.c fills them when a frame is due. */
#ifndef GM_MEASURE_FRAME_H
#define GM_MEASURE_FRAME_H

#include "base/row4.h"
#include "base/status.h"
#include "base/types.h"
#include "base/vec3.h"
#include "hard/collide.h"
#include "scene/scene.h"
#include "soft/capture.h"

/* The touching contacts of one instant, sorted by (id_a, grain before structure, partner,
 * patch), with id_a < id_b; after them those of two structures. */
typedef struct gm_frame_contacts {
  gm_index n, capacity;
  gm_id *id_a, *id_b;  /* [n]  id_b -1: a structure */
  gm_index *structure; /* [n]  row, -1: a grain */
  gm_index *patch;     /* [n]  -1: a grain */
  gm_index *other;     /* [n]  structure on which the force is; -1: a grain */
  double *area;        /* [n] m2  of two structures; else 0 */
  gm_vec3 *from, *to;  /* [n] m  centre of a; centre of b or foot */
  gm_vec3 *normal;     /* [n] 1  unit, from b to a */
  gm_vec3 *force;      /* [n] N  on a */
  double *overlap;     /* [n] m */
  gm_index *source;    /* [n]  gm_query_source of the structure, -1: a grain */

  /* Of hard grains, since the last frame; null where contacts have forces. */
  gm_vec3 *impulse;   /* [n] N s  on a */
  double *collisions; /* [n] */

  /* Contact history before the forces of this instant, which a resumed run needs; null if
   * not wanted. */
  gm_row4 *history; /* [n] as the law declares, vectors for a relative to b */
  gm_row4 *couple;  /* [n] {rolling, torsion} likewise */
  double *damped, *slid; /* [n] J  dissipated since it began to touch */
  gm_vec3 *last;   /* [n] normal on a structure in the last step; 0: a grain */
  gm_index *image; /* [n] of the structure: scene/domain.h; 0: a grain */
} gm_frame_contacts;

/* Columns of the clumps, sorted by id, likewise. */
typedef struct gm_frame_clumps {
  gm_index n, capacity;
  gm_index *row;             /* [n]  in scene.clumps */
  gm_vec3 *velocity;         /* [n] m/s  of the centre of mass */
  gm_vec3 *angular_velocity; /* [n] rad/s */
  gm_index *coordination;    /* [n]  number of contacts of its members */
} gm_frame_clumps;

/* Columns of the grains, sorted by id; velocities belong to the frame's time. */
typedef struct gm_frame_grains {
  gm_index n, capacity;
  gm_index *row;             /* [n]  in scene.grains */
  gm_vec3 *velocity;         /* [n] m/s */
  gm_vec3 *angular_velocity; /* [n] rad/s */
  gm_index *coordination;    /* [n]  number of contacts of any kind */
  gm_index *structure;       /* [n]  nearest structure in range, -1: none */
  double *distance;          /* [n] m  distance to that structure, NaN: none */
  gm_vec3 *normal;       /* [n] 1  unit gradient of that distance, 0: none */
  gm_index *site_count;  /* [n] */
  gm_index *answered;    /* [n]  gm_query_source of `structure`, -1: none */
  gm_index *unsupported; /* [n]  patches in contact range that lack sites */
  gm_frame_clumps clumps;
} gm_frame_grains;

/* Reserve memory for `n` rows; old values are lost, also on GM_ERR_MEMORY. remembers:
 * with the columns that a resumed run needs; the same in every call. */
gm_status gm_frame_reserve_grains(gm_frame_grains *f, gm_index n);

gm_status gm_frame_reserve_contacts(gm_frame_contacts *f, gm_index n,
                                    int remembers);

void gm_frame_clear_grains(gm_frame_grains *f);

void gm_frame_clear_contacts(gm_frame_contacts *f);

/* One row for each pair that collided: force is its impulse over the time since the last
 * frame; normal, ends and overlap (negative: a gap) are those of the present positions.
 * `sums` must be joined.  Grains receive their mean force as load, and the number of
 * their partners as coordination.  Rows of grains that have left are dropped.
 * GM_ERR_MEMORY. */
gm_status gm_frame_fill_collisions(const gm_collision_sums *sums,
                                   gm_scene *scene, gm_frame_grains *grains,
                                   gm_frame_contacts *frame);

/* The grains and contacts of one instant, as frames write them.
 *
 * Needs the capture of the instant (gm_step_loads of step/step.h). */

/* row[0..n) receives the rows of n ids, `stride` bytes apart and not negative, in rising
 * order.  GM_ERR_MEMORY. */
gm_status gm_frame_sort(const gm_id *ids, size_t stride, gm_index n,
                        gm_index *row);

/* Grains sorted by id.  Distance and normal to the nearest structure within twice the
 * radius.  GM_ERR_MEMORY. */
gm_status gm_frame_fill_grains(const gm_capture *now, int threads,
                               const gm_scene *scene, gm_frame_grains *frame);

/* Touching contacts in the order of gm_frame_contacts; `grains`: the frame of the same
 * instant.  GM_ERR_MEMORY. */
gm_status gm_frame_fill_contacts(const gm_capture *now, int threads,
                                 const gm_scene *scene,
                                 const gm_frame_grains *grains,
                                 gm_frame_contacts *frame);

#endif
