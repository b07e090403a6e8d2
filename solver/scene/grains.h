/* scene/grains.h -- spheres or discs with position, velocity and cold columns.
 *
 * One row for each grain in every column, sorted in space at fixed intervals of steps.
 * The data that every step reads is in aligned rows of four doubles, so that a contact
 * loads one cache line for each grain.  Units are SI; vectors are in the world frame.
 *
 * Between steps positions are at time t and velocities at t - dt/2 (leapfrog): v(t) = v
 * + dt/2 a(t) once the load at time t is known.  For other time integration schemes see
 * soft/scheme.h.
 */
#ifndef GM_SCENE_GRAINS_H
#define GM_SCENE_GRAINS_H

#include "base/quat.h"
#include "base/row4.h"
#include "base/status.h"
#include "base/types.h"
#include "rigid/grain_rule.h"

typedef struct gm_grain {
  gm_row4 x; /* {x, y, z, r}  m, m  centre and radius */
  gm_row4 v; /* {v, 1/m}  m/s, 1/kg  velocity, inverse mass (0 if held; of a
                member that of its clump) */
} __attribute__((aligned(64))) gm_grain;

typedef struct gm_load {
  gm_row4 f; /* {F, D_t}  N, J  contact force without gravity; frictional
                loss */
  gm_row4 t; /* {q, D}  N, J  torque is -r q; energy dissipated in this step */
} __attribute__((aligned(64))) gm_load;

/* The last step of a grain, for integration schemes that use it (soft/scheme.h). */
typedef struct gm_grain_before {
  gm_row4 v, a; /* m/s, m/s2      velocity, acceleration; fourth lanes 0 */
  gm_row4 w, t; /* rad/s, rad/s2  angular velocity, angular acceleration */
  int known;    /* 0: the grain has made no step */
} gm_grain_before;

/* How a grain moved in the last step, over dt. */
typedef struct gm_grain_moved {
  gm_row4 v, w; /* m/s, rad/s  displacement, rotation; fourth lanes 0 */
} gm_grain_moved;

/* A grain whose motion is prescribed: scene/held_groups.h. */
typedef struct gm_grain_held {
  gm_index group;  /* counted from 1; 0: the grain is free */
  int meets;       /* 1 if it touches structures and grains of other groups with
                this flag */
  int freed;       /* 1 if it was released in this step */
  double mobility; /* 1/kg  its inverse mass while v holds 0 */
  gm_vec3 seat;    /* m  place in the body frame of its group */
  gm_vec3 shift;   /* m  total shift across periodic faces */
} gm_grain_held;

/* A grain that is a member of a clump: scene/clumps.h. */
typedef struct gm_grain_member {
  gm_index clump; /* row of the clump, counted from 1; 0: a grain by itself */
  gm_index slot;  /* its place in the order of all members */
  double mass;    /* kg  its part of the mass of the clump */
  double solid;   /* m3  its part of the volume of the clump */
  gm_vec3 seat;   /* m  its place in the principal axes of the clump */
  gm_vec3 shift;  /* m  total shift across periodic faces */
} gm_grain_member;

/* A grain that grows: scene/grains.h. */
typedef struct gm_grain_grows {
  double full;     /* m  final radius */
  gm_index source; /* counted from 1; 0: the grain does not grow */
} gm_grain_grows;

/* Energy that contacts have dissipated. */
typedef struct gm_spent {
  double damped,
      slid; /* J  by dashpots and detachment; by sliding, rolling, twisting */
} gm_spent;

typedef struct gm_grains {
  gm_index n;        /* grains */
  gm_index capacity; /* rows allocated, >= n */

  gm_grain *g;   /* [n] hot: position, radius, velocity, inverse mass */
  gm_row4 *w;    /* [n] {w, r}  rad/s, m  angular velocity and radius again */
  gm_load *load; /* [n] of the instant last measured (step/step.h), until
                    the next step; null before the first */

  gm_grain_rule rule; /* mass and moment of inertia of each grain */

  gm_row4 grid; /* m  of positions along periodic axes, else 0: scene/domain */

  /* Cold columns: read when lists are built and when files are written. */
  gm_id *id;               /* [n] global, unique, never reused */
  gm_index *material;      /* [n] index in the material table */
  gm_index *label;         /* [n] label of the source */
  gm_quat *orientation;    /* [n] body to world; null unless requested */
  gm_grain_before *before; /* [n] null unless the scheme uses it */
  gm_grain_moved *moved;   /* [n] null unless the force law reads it */
  gm_grain_held *held;     /* [n] null if no grain is ever held */
  gm_grain_member *member; /* [n] null if no grain is ever part of a clump */
  gm_grain_grows *grows;   /* [n] null if no grain ever grows */
  double *struck; /* [n] s  last collision; null unless the rules of hard
                     grains read it */
  gm_spent
      *spent; /* [n] its share since it came; null unless output.dissipation */
  double
      *turned; /* [n] J  its losses by rolling and twisting at this instant */
  double *weight; /* [n] 1  part of the grain that is discrete (0 to 1], the
                     inverse mass in v is that of this part; null: all 1 */
  uint64_t
      *key; /* [n] rows stand by key and id; null unless ranks share them */
  uint8_t *
      ghost; /* [n] 1: another rank owns the grain, which is here for its contacts
                     with grains of this one; null likewise */
} gm_grains;

/* Release every column and leave *g empty, ready for reuse. */
void gm_grains_clear(gm_grains *g);

/* Allocate at least `capacity` rows; memory never shrinks.  with_orientation also
 * allocates that column and must be the same in every call.  On GM_ERR_MEMORY rows [0,
 * n) keep their values except the loads, and *g is usable. */
gm_status gm_grains_reserve(gm_grains *g, gm_index capacity,
                            int with_orientation);

/* Allocate the column for integration schemes that use the last step.  On GM_ERR_MEMORY
 * nothing has changed. */
gm_status gm_grains_remember(gm_grains *g);

/* Allocate the column of displacements in the last step, as if all velocities had been
 * constant for a step.  On GM_ERR_MEMORY nothing has changed. */
gm_status gm_grains_trace(gm_grains *g);

/* Allocate the column of held grains; all grains are free.  On GM_ERR_MEMORY nothing
 * has changed. */
gm_status gm_grains_hold(gm_grains *g);

/* Allocate the column of members of clumps; existing grains are none.  On GM_ERR_MEMORY
 * nothing has changed. */
gm_status gm_grains_join(gm_grains *g);

/* Allocate the column of growing grains; existing grains do not grow.  On GM_ERR_MEMORY
 * nothing has changed. */
gm_status gm_grains_let_grow(gm_grains *g);

/* Allocate the column of last collisions; no grain has had one.  On GM_ERR_MEMORY nothing
 * has changed. */
gm_status gm_grains_note_collisions(gm_grains *g);

/* Allocate the columns of dissipated energy, zero.  GM_ERR_MEMORY. */
gm_status gm_grains_account(gm_grains *g);

/* Allocate the column of weights; existing grains are wholly discrete.  On GM_ERR_MEMORY
 * nothing has changed. */
gm_status gm_grains_weigh(gm_grains *g);

/* Allocate the columns of ranks; the present rows keep their order, and none is a ghost.
 * On GM_ERR_MEMORY nothing has changed. */
gm_status gm_grains_share(gm_grains *g);

/* Allocate `capacity` rows, at least n, or give back what is beyond; and all columns that
 * `like` has.  On GM_ERR_MEMORY rows keep their values. */
gm_status gm_grains_fit(gm_grains *g, const gm_grains *like, gm_index capacity);

/* A row as bytes, and back; but for its load. */
size_t gm_grains_bytes(const gm_grains *g);

void gm_grains_pack(const gm_grains *g, gm_index i, char *bytes);

void gm_grains_unpack(gm_grains *g, gm_index i, const char *bytes);

/* Allocate the loads.  On GM_ERR_MEMORY nothing has changed. */
gm_status gm_grains_keep_loads(gm_grains *g);

/* Append one grain as row n.  Requires capacity, r > 0 (m), density > 0 (kg/m3); v in
 * m/s, w in rad/s. */
void gm_grains_append(gm_grains *g, gm_id id, gm_vec3 x, double r,
                      double density, gm_vec3 v, gm_vec3 w, gm_index material,
                      gm_index label);

/* Reorder the rows: new row k is old row from[k] for k < n.  Rows that `from` does not
 * name are removed; it must name no row twice.  On GM_ERR_MEMORY nothing has changed. */
gm_status gm_grains_permute(gm_grains *g, const gm_index *from, gm_index n);

/* Returns 1 if another rank owns grain i. */
GM_INLINE int gm_grains_ghost(const gm_grains *g, gm_index i)
{
  return g->ghost && g->ghost[i];
}

/* Returns 1 if grain i is held. */
GM_INLINE int gm_grains_held(const gm_grains *g, gm_index i)
{
  return g->held && g->held[i].group;
}

/* Returns 1 if grain i is held and touches only free grains, and structures that forces
 * move. */
GM_INLINE int gm_grains_still(const gm_grains *g, gm_index i)
{
  return gm_grains_held(g, i) && !g->held[i].meets;
}

/* The clump that grain i is a member of, counted from 1, or 0. */
GM_INLINE gm_index gm_grains_clump(const gm_grains *g, gm_index i)
{
  return g->member ? g->member[i].clump : 0;
}

/* Returns 1 if grains i and j can touch. */
GM_INLINE int gm_grains_meet(const gm_grains *g, gm_index i, gm_index j)
{
  if (g->ghost && g->ghost[i] && g->ghost[j]) return 0;
  if (g->member && g->member[i].clump &&
      g->member[i].clump == g->member[j].clump)
    return 0;
  if (!gm_grains_held(g, i) || !gm_grains_held(g, j)) return 1;
  const gm_grain_held *a = &g->held[i], *b = &g->held[j];
  return a->meets && b->meets && a->group != b->group;
}

/* The part of grain i that is discrete. */
GM_INLINE double gm_grains_weight(const gm_grains *g, gm_index i)
{
  return g->weight ? g->weight[i] : 1.0;
}

/* Gives grain i another weight: mass and moment of inertia change in proportion.
 * Requires the column, 0 < weight <= 1, and that the grain is free. */
GM_INLINE void gm_grains_reweigh(gm_grains *g, gm_index i, double weight)
{
  g->g[i].v[3] *= g->weight[i] / weight;
  g->weight[i] = weight;
}

/* Inverse mass in 1/kg, also of held grains. */
GM_INLINE double gm_grains_mobility(const gm_grains *g, gm_index i)
{
  return gm_grains_held(g, i) ? g->held[i].mobility : g->g[i].v[3];
}

/* Mass in kg and moment of inertia in kg m2 of the discrete part of grain i; of a member
 * its part of the mass of the clump. */
GM_INLINE double gm_grains_mass(const gm_grains *g, gm_index i)
{
  if (gm_grains_clump(g, i)) return g->member[i].mass;
  return 1.0 / gm_grains_mobility(g, i);
}

GM_INLINE double gm_grains_inertia(const gm_grains *g, gm_index i)
{
  const double r = g->g[i].x[3];
  return gm_grain_rule_beta(&g->rule, r) * r * r / gm_grains_mobility(g, i);
}

/* Volume in m3 of grain i as solid fractions count it; of a member its part. */
GM_INLINE double gm_grains_volume(const gm_grains *g, gm_index i)
{
  if (gm_grains_clump(g, i)) return g->member[i].solid;
  return gm_grain_rule_volume(&g->rule, g->g[i].x[3]);
}

/* Fills whose grains grow from a fraction of their radius to the full
 * radius.
 *
 * All grains of a fill grow by the same factor: r(t) = s(t) r_full with s = from + (1 -
 * from) t / over up to t = over and s = 1 afterwards, so that the final radius is
 * exactly r_full.  The mass follows from the density. */

typedef struct gm_growth {
  double from; /* 1  fraction of the full radius at the start */
  double over; /* s  duration of the growth; 0: the grains do not grow */
} gm_growth;

typedef struct gm_growths {
  gm_index n;     /* sources of grains */
  gm_growth *row; /* [n] */
  double over;    /* s  the longest duration; 0: no grain grows */
} gm_growths;

void gm_grains_growth_clear(gm_growths *growths);

/* The factor s at time t (s). */
GM_INLINE double gm_grains_growth_at(const gm_growth *g, double t)
{
  return t >= g->over ? 1.0 : g->from + (1.0 - g->from) * (t / g->over);
}

#endif
