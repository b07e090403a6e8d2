/* soft/clump.h -- clumps among the grains: placed, moved, sorted, measured.
 *
 * A step has three passes after the contacts, each in parallel: sum the loads of the
 * members of each clump, in the order of the slots; move the clumps; put the members
 * where their clumps are.  The loop of the grains has moved members too, as if they were
 * free; the last pass overwrites that.
 */
#ifndef GM_SOFT_CLUMP_H
#define GM_SOFT_CLUMP_H

#include "scene/scene.h"

/* Before the contacts of grains [i0, i1) with structures: no normals yet. */
GM_INLINE void gm_clump_motion_clear(gm_clumps *c, const gm_grains *g,
                                     gm_index i0, gm_index i1)
{
  for (gm_index i = i0; i < i1; ++i)
    if (g->member[i].clump)
      c->load[g->member[i].slot].push = gm_vec(0.0, 0.0, 0.0);
}

/* Adds the normal n of a contact of grain i with a structure. */
GM_INLINE void gm_clump_motion_touch(gm_clumps *c, const gm_grains *g,
                                     gm_index i, gm_vec3 n)
{
  if (!g->member[i].clump) return;
  gm_clump_load *l = &c->load[g->member[i].slot];
  l->push = gm_add(l->push, n);
}

/* Stores the loads of the members among grains [i0, i1), in the order of the slots.
 * load: [i1 - i0] of these grains. */
GM_INLINE void gm_clump_motion_note(gm_clumps *c, const gm_grains *g,
                                    gm_index i0, gm_index i1,
                                    const gm_load *load)
{
  for (gm_index i = i0; i < i1; ++i) {
    if (!g->member[i].clump) continue;
    const gm_load *l = &load[i - i0];
    gm_clump_load *to = &c->load[g->member[i].slot];
    to->force = gm_row_vec(l->f);
    to->torque = gm_scale(-g->g[i].x[3], gm_row_vec(l->t));
  }
}

/* Position of member i that is at `arm` from the centre of its clump. */
GM_INLINE gm_row4 gm_clump_motion_at(const gm_scene *s, gm_index i, gm_vec3 arm)
{
  const gm_grain_member *m = &s->grains.member[i];
  const gm_clump *c = &s->clumps.row[m->clump - 1];
  const gm_row4 x = c->x + gm_row(arm, s->grains.g[i].x[3]);
  return gm_domain_snap(&s->domain, x) + gm_row(m->shift, 0.0);
}

/* Position of member i for the pose of its clump. */
GM_INLINE gm_row4 gm_clump_motion_place(const gm_scene *s, gm_index i)
{
  const gm_grain_member *m = &s->grains.member[i];
  const gm_clump *c = &s->clumps.row[m->clump - 1];
  return gm_clump_motion_at(s, i, gm_quat_rotate(c->turn, m->seat));
}

/* Sums the loads of the members of clumps [k0, k1). */
void gm_clump_motion_loads(gm_clumps *c, gm_index k0, gm_index k1);

/* Moves clumps [k0, k1) by dt (s) under their loads, with a first kick over `kick`
 * (s). */
void gm_clump_motion_move(gm_scene *scene, gm_index k0, gm_index k1,
                          double kick, double dt);

/* Puts the members among grains [i0, i1) where their clumps are after a move by dt (s).
 * Returns their largest squared displacement over dt (m2/s2). */
double gm_clump_motion_carry(gm_scene *scene, gm_index i0, gm_index i1,
                             double dt);

/* ---- velocities and energy of a clump at the instant of positions ---------------- */

typedef struct gm_clump_state {
  gm_vec3 velocity, spin; /* m/s, rad/s  world */
  gm_vec3 momentum;       /* kg m2/s  angular, about the centre, world */
  double kinetic;         /* J  translation and rotation */
} gm_clump_state;

/* kick: s, what stored velocities lack (soft/scheme.h).  Requires the loads of the
 * instant unless kick is 0. */
gm_clump_state gm_clump_state_at(const gm_clump *c, gm_vec3 gravity,
                                 double kick);

/* ---- puts clumps into a scene, and their members among the grains ---------------- */

typedef struct gm_clump_place {
  gm_index shape;   /* of scene.clumps */
  double size;      /* 1  factor on the shape */
  gm_vec3 x;        /* m  centre of mass */
  gm_quat turn;     /* axes of the scene file to world */
  gm_vec3 velocity; /* m/s  of the centre of mass, as the scheme stores it */
  gm_vec3 spin;     /* rad/s  world */
} gm_clump_place;

/* Centre of member k (m), and its radius (m) as the fourth number. */
gm_row4 gm_clump_place_member(const gm_clumps *c, const gm_clump_place *p,
                              gm_index k);

/* Make room for so many clumps and members beside those that are there.
 * GM_ERR_MEMORY. */
gm_status gm_clump_place_reserve(gm_scene *scene, gm_index clumps,
                                 gm_index members);

/* Append a clump and its members, whose ids begin at *next.  Requires room for both in
 * their tables. */
void gm_clump_place_append(gm_scene *scene, const gm_clump_place *p,
                           gm_index material, gm_index label, gm_id *next);

/* Puts all members where the poses of their clumps are, and clumps and members into the
 * periodic box. */
void gm_clump_place_settle(gm_scene *scene);

/* ---- clumps while their members are sorted, wrapped and removed ------------------ */

/* Puts clumps whose centre is beyond a periodic side back at the other, their members
 * staying where they are; adds the change of their potential energy to the balance. */
void gm_clump_order_wrap(gm_scene *scene);

/* Removes clumps that have no members left, and puts the others in the order of their
 * first members in memory.  Requires that a clump has all of its members or none.
 * GM_ERR_MEMORY. */
gm_status gm_clump_order_follow(gm_scene *scene);

#endif
