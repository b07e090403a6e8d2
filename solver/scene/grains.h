/* scene/grains.h -- the grains: spheres; what the step touches in rows, the rest in columns.
 *
 * Room: scene (state, no physics).  May include: base.
 *
 * One row per grain, all columns n long, sorted in space at fixed steps.  What every step
 * touches stands in aligned rows of four doubles, so that a contact loads one cache line a
 * side.  Units are SI, vectors in the world frame.
 *
 * Between steps positions are at time t and velocities half a step behind (leapfrog):
 * v(t) = v + dt/2 a(t) once the load of time t is known.  Other schemes: integrate/scheme.h.
 */
#ifndef GM_SCENE_GRAINS_H
#define GM_SCENE_GRAINS_H

#include "base/quat.h"
#include "base/row4.h"
#include "base/status.h"
#include "base/types.h"

typedef struct gm_grain {
  gm_row4 x; /* {x, y, z, r}  m, m  centre and radius */
  gm_row4 v; /* {v, 1/m}  m/s, 1/kg   velocity and inverse mass; held: 0 */
} __attribute__((aligned(64))) gm_grain;

typedef struct gm_load {
  gm_row4 f; /* {F, D_t}  N, J  contact force, without gravity; D by friction */
  gm_row4 t; /* {q, D}  N, J  torque is -r q; dissipated this step */
} __attribute__((aligned(64))) gm_load;

/* A grain's last step, for schemes that look back (integrate/scheme.h). */
typedef struct gm_grain_before {
  gm_row4 v, a; /* m/s, m/s2      velocity, acceleration; fourth lanes 0 */
  gm_row4 w, t; /* rad/s, rad/s2  the same of its spin */
  int known;    /* 0: the grain has made no step */
} gm_grain_before;

/* A grain that does not move by forces: scene/holders.h. */
typedef struct gm_grain_held {
  gm_index group;  /* from 1; 0: the grain is free */
  int meets;       /* structures, and grains of other groups that do */
  int freed;       /* it was released in this step */
  double mobility; /* 1/kg  inverse of its own mass */
  gm_vec3 seat;    /* m  place in the frame of its group */
  gm_vec3 shift;   /* m  way across periodic sides so far */
} gm_grain_held;

/* A grain that grows: scene/growth.h. */
typedef struct gm_grain_grows {
  double full;     /* m  its radius in the end */
  gm_index source; /* from 1; 0: it does not grow */
} gm_grain_grows;

typedef struct gm_grains {
  gm_index n;        /* rows in use */
  gm_index capacity; /* rows allocated, >= n */

  gm_grain *g; /* [n] hot: position, radius, velocity, inverse mass */
  gm_row4 *w;  /* [n] {w, r}  rad/s, m  angular velocity and radius again */
  gm_load
      *load; /* [n] of this instant once it is looked at (step/step.h), till the
                    grains move on; null before the first */

  gm_row4 grid; /* m  of positions along periodic axes, else 0: scene/domain */

  /* Cold columns: read when lists are built and when files are written. */
  gm_id *id;               /* [n] global, unique, never reused */
  gm_index *material;      /* [n] row in the scene's material table */
  gm_index *label;         /* [n] of the source that brought it */
  gm_quat *orientation;    /* [n] body to world; null unless it is wanted */
  gm_grain_before *before; /* [n] null unless the scheme looks back */
  gm_grain_held *held;     /* [n] null where no grain is ever held */
  gm_grain_grows *grows;   /* [n] null where none ever grows */
} gm_grains;

/* Release every column and leave *g empty, ready for reuse or disposal. */
void gm_grains_clear(gm_grains *g);

/* Make room for `capacity` rows; never shrinks.  with_orientation: keep that column too;
 * must be the same in every call.
 * GM_ERR_MEMORY: rows [0, n) keep their values, loads apart, and the store is usable. */
gm_status gm_grains_reserve(gm_grains *g, gm_index capacity,
                            int with_orientation);

/* Keep also what schemes that look back need.  GM_ERR_MEMORY: nothing changed. */
gm_status gm_grains_remember(gm_grains *g);

/* Keep also which grains are held; none is yet.  GM_ERR_MEMORY: nothing changed. */
gm_status gm_grains_hold(gm_grains *g);

/* Keep what the grains grow to, those that are there do not.  GM_ERR_MEMORY: nothing changed. */
gm_status gm_grains_let_grow(gm_grains *g);

/* Make room for the loads of an instant.  GM_ERR_MEMORY: nothing changed. */
gm_status gm_grains_keep_loads(gm_grains *g);

/* Append one grain; the row is the old n.  Requires room, r > 0 (m), density > 0 (kg/m3).
 * v in m/s, w in rad/s. */
void gm_grains_append(gm_grains *g, gm_id id, gm_vec3 x, double r,
                      double density, gm_vec3 v, gm_vec3 w, gm_index material,
                      gm_index label);

/* Rearrange the rows: new row k is old row from[k], for k < n.  Rows not named are gone.
 * from must not name a row twice.  GM_ERR_MEMORY: nothing changed. */
gm_status gm_grains_permute(gm_grains *g, const gm_index *from, gm_index n);

/* Mass in kg of a grain of radius r (m) and that density (kg/m3). */
GM_INLINE double gm_grains_mass_of(double r, double density)
{
  return density * (4.0 / 3.0) * GM_PI * r * r * r;
}

/* Is grain i held? */
GM_INLINE int gm_grains_held(const gm_grains *g, gm_index i)
{
  return g->held && g->held[i].group;
}

/* Does it touch free grains alone? */
GM_INLINE int gm_grains_still(const gm_grains *g, gm_index i)
{
  return gm_grains_held(g, i) && !g->held[i].meets;
}

/* Can grains i and j touch? */
GM_INLINE int gm_grains_meet(const gm_grains *g, gm_index i, gm_index j)
{
  if (!gm_grains_held(g, i) || !gm_grains_held(g, j)) return 1;
  const gm_grain_held *a = &g->held[i], *b = &g->held[j];
  return a->meets && b->meets && a->group != b->group;
}

/* Inverse mass in 1/kg, of grains that are held too. */
GM_INLINE double gm_grains_mobility(const gm_grains *g, gm_index i)
{
  return gm_grains_held(g, i) ? g->held[i].mobility : g->g[i].v[3];
}

/* Mass in kg, moment of inertia 2/5 m r^2 in kg m2, of row i. */
GM_INLINE double gm_grains_mass(const gm_grains *g, gm_index i)
{
  return 1.0 / gm_grains_mobility(g, i);
}
GM_INLINE double gm_grains_inertia(const gm_grains *g, gm_index i)
{
  const double r = g->g[i].x[3];
  return 0.4 * r * r / gm_grains_mobility(g, i);
}

#endif
