/* hard/events.h -- hard grains event by event: each collision at its exact time.
 *
 * Between events grains fly along parabolas.  When the velocity of a grain changes, the
 * time of its next collision is computed, with a grain of its own or a neighbouring cell
 * or with a wall, and that of its next crossing of a cell's face; a calendar
 * (gm_event_queue) finds the earliest of all.  A grain is moved only when an event
 * concerns it: it has a clock of its own.
 *
 * A run advances from one synchronisation to the next.  There all grains are brought to
 * one time and all predictions are made anew, from nothing but their columns: a run that
 * stops there goes on with the same bits.  Events run on one thread.
 *
 * D. C. Rapaport, J. Comput. Phys. 34 (1980) 184; M. Marin, D. Risso and P. Cordero,
 * J. Comput. Phys. 109 (1993) 306 (clocks of grains); M. N. Bannerman, S. Strobl,
 * A. Formella and T. Poeschel, Comput. Part. Mech. 1 (2014) 191 (overlapping pairs).
 */
#ifndef GM_HARD_EVENTS_H
#define GM_HARD_EVENTS_H

#include "base/types.h"
#include "hard/collide.h"
#include "scene/scene.h"
#include <stddef.h>
#include <stdint.h>

typedef struct gm_event_queue {
  double *time;  /* [n] s  INFINITY: none */
  gm_index *bin; /* [n] of the ring; -1: in the heap, -2: nowhere, -3: beyond */
  gm_index *next;          /* [n] in its list; in the heap: its place */
  gm_index *before;        /* [n] likewise, -1: first */
  gm_index *first;         /* [bins] of each list, -1: empty */
  gm_index *heap;          /* [n] */
  gm_index n_heap, beyond; /* size of the heap; first event beyond the ring */
  gm_index bins;           /* a power of two */
  int64_t now;             /* the present bin, counted from time 0 */
  double scale;            /* 1/s  bins in a second */
  size_t capacity, bin_capacity;
} gm_event_queue;

/* Empties the queue for n events, of which about `rate` happen in a second, from time 0.
 * GM_ERR_MEMORY. */
gm_status gm_event_queue_begin(gm_event_queue *q, gm_index n, double rate);

/* The grain of the earliest event, the lower one of two at the same time; -1: there is
 * none before `end` (s). */
gm_index gm_event_queue_next(gm_event_queue *q, double end);

void gm_event_queue_clear(gm_event_queue *q);

/* ---- grains in flight, their next events, and sums of an event-driven run -------- */

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

/* ---- the cells of an event-driven run, at least a diameter wide ------------------ */

/* Grains that can collide soon are in the same cell or in neighbours of it.  At a side
 * that is not periodic the outermost cells have no end. */

/* Chooses the cells for grains that are all at time 0, and puts each into its cell.
 * GM_ERR_INPUT: a periodic side has fewer than three cells; GM_ERR_MEMORY. */
gm_status gm_event_cells_build(gm_event_state *e, const gm_scene *scene);

GM_INLINE void gm_event_cells_place(const gm_event_state *e, gm_index cell,
                                    int at[3])
{
  at[0] = cell % e->side[0];
  at[1] = cell / e->side[0] % e->side[1];
  at[2] = cell / e->side[0] / e->side[1];
}

GM_INLINE gm_index gm_event_cells_number(const gm_event_state *e,
                                         const int at[3])
{
  return at[0] + e->side[0] * (at[1] + e->side[1] * at[2]);
}

GM_INLINE void gm_event_cells_enter(gm_event_state *e, gm_index i,
                                    gm_index cell)
{
  const gm_index other = e->first[cell];
  e->cell[i] = cell;
  e->before[i] = -1;
  e->next[i] = other;
  if (other >= 0) e->before[other] = i;
  e->first[cell] = i;
}

GM_INLINE void gm_event_cells_leave(gm_event_state *e, gm_index i)
{
  const gm_index before = e->before[i], next = e->next[i];
  if (before >= 0)
    e->next[before] = next;
  else
    e->first[e->cell[i]] = next;
  if (next >= 0) e->before[next] = before;
}

/* ---- the next collision and the next crossing of a grain ------------------------- */

/* Computes what grain i does next after the time of its clock, and puts it into the
 * queue. */
void gm_event_predict(gm_event_state *e, const gm_scene *scene, gm_index i);

/* The same after it has crossed `face` into its present cell: only cells that have become
 * neighbours are searched. */
void gm_event_predict_crossed(gm_event_state *e, const gm_scene *scene,
                              gm_index i, int face);

/* Brings grain i to time t (s since the last synchronisation). */
GM_INLINE void gm_event_predict_fly(gm_event_grain *g, gm_vec3 gravity,
                                    double t)
{
  const double dt = t - g->t, half = 0.5 * dt * dt;
  const double a[3] = {gravity.x, gravity.y, gravity.z};
  for (int k = 0; k < 3; ++k) {
    g->x[k] += g->v[k] * dt + a[k] * half;
    g->v[k] += a[k] * dt;
  }
  g->t = t;
}

/* Position d (m) and velocity u (m/s) of grain g relative to the nearest image of h, both
 * at time t; in a sheared box the image beyond y moves along x. */
GM_INLINE void gm_event_predict_relative(const gm_event_state *e,
                                         const gm_event_grain *g,
                                         const gm_event_grain *h, double t,
                                         double d[3], double u[3])
{
  for (int k = 0; k < 3; ++k) {
    d[k] = g->x[k] - h->x[k];
    u[k] = g->v[k] - h->v[k];
  }
  for (int k = 2; k >= 0; --k) { /* y before x */
    const double L = e->period[k];
    if (!(L > 0.0)) continue;
    const double turns = rint(d[k] / L);
    if (turns == 0.0) continue;
    d[k] -= turns * L;
    if (k != 1 || e->slides == 0.0) continue;
    d[0] -= turns * (e->slid + e->slides * t);
    u[0] -= turns * e->slides;
  }
}

/* Moves the grains of the scene by `span` (s) with all their collisions.  Positions,
 * velocities, spins and orientations are then those of the new time; positions may be
 * outside periodic faces by less than a cell.  Structures are planes, at rest or moving
 * evenly; wall[].impulse receives what grains gave them.  GM_ERR_INPUT: the scene is none
 * for this engine, with a message; GM_ERR_MEMORY. */
gm_status gm_events_advance(gm_event_state *e, gm_scene *scene, double span);

/* Adds the sums of the last call to the balance of the scene, and loads structures with
 * the impulses of that time, `span` (s). */
void gm_events_account(const gm_event_state *e, gm_scene *scene, double span);

void gm_events_clear(gm_event_state *e);

/* ---- grains and planes from the scene and back ----------------------------------- */

/* Copies the structures.  GM_ERR_INPUT: one is no plane; GM_ERR_MEMORY. */
gm_status gm_events_walls(gm_event_state *e, const gm_scene *scene);

#endif
