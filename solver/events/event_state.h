/* events/event_state.h -- grains in flight, their next events, and sums of an
 * event-driven run.
 */
#ifndef GM_EVENTS_EVENT_STATE_H
#define GM_EVENTS_EVENT_STATE_H

#include "collision/collide.h"
#include "collision/collision_sums.h"
#include "events/event_queue.h"
#include "scene/scene.h"

/* A grain in flight; one line of the cache. */
typedef struct gm_event_grain {
  double x[3], v[3]; /* m, m/s  at time t */
  double t;          /* s  since the last synchronisation */
  double r;          /* m */
} __attribute__((aligned(64))) gm_event_grain;

/* The next event of a grain. */
typedef struct gm_event_due {
  double collide,
      cross;        /* s  since the last synchronisation; INFINITY: never */
  gm_index partner; /* grain, or -1 - wall */
  uint32_t turns;   /* of the partner when this was computed */
  int face;         /* cell's face that is crossed: 2 axis + upper */
} gm_event_due;

/* In place of a face: what is beyond a sheared side is to be computed anew. */
enum { GM_EVENT_RECHECK = 6 };

/* A plane that grains bounce off. */
typedef struct gm_event_wall {
  gm_vec3 point, normal; /* m, 1  at the last synchronisation */
  gm_vec3 velocity;      /* m/s */
  gm_index structure;
  int smooth;      /* 1: without friction: a mirror, a face that reflects */
  int elastic;     /* 1: a face that reflects */
  gm_vec3 impulse; /* N s  by grains, since the last synchronisation */
} gm_event_wall;

/* Sums since the last synchronisation. */
typedef struct gm_event_sums {
  double lost, rubbed, virial; /* J */
  double virial_xy;            /* J  impulse along x times distance along y */
  double work;                 /* J  of walls, and of a sheared box */
  gm_id pairs, walls, crossings;
} gm_event_sums;

typedef struct gm_event_state {
  /* Choice of a run; the caller sets these. */
  const gm_collide_law *table; /* [materials][GM_MATERIALS_MAX] */
  double resting_time;         /* s  TC model; 0: none */
  gm_collision_sums
      *by_pair; /* receives the collisions; null: they are not kept */

  gm_event_sums sums;
  gm_event_wall *wall; /* [n_walls] */
  gm_index n_walls;

  /* Work memory. */
  gm_event_grain *grain;          /* [n] */
  gm_event_due *due;              /* [n] */
  uint32_t *turns;                /* [n] changes of velocity */
  gm_index *cell, *next, *before; /* [n] lists of the cells */
  gm_index *first;                /* [cells] */
  gm_event_queue queue;
  int side[3];      /* cells along each axis */
  double low[3];    /* m  of the box of cells */
  double width[3];  /* m  of a cell */
  double period[3]; /* m  0: not periodic */
  double slides;    /* m/s  along x, of images beyond the upper side of y */
  double
      slid; /* m  way of these images at the last synchronisation, within a period */
  double rate; /* 1/s  of events, by the last stretch */
  size_t capacity, cell_capacity, wall_capacity;
} gm_event_state;

#endif
