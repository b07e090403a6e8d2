/* scene/held_groups.h -- groups of held grains, which rest or move together as one
 * rigid body.
 *
 * A held grain has inverse mass 0 (gm_grain.v): no force moves it, and the effective
 * mass of its contacts is the mass of the partner.  Its own inverse mass is kept in
 * gm_grains.held.  The body frame of a group has the axes of the world and begins at
 * the origin of the group; each grain has a fixed place in it.  The load of a group is
 * what free grains exert on it.
 */
#ifndef GM_SCENE_HELD_GROUPS_H
#define GM_SCENE_HELD_GROUPS_H

#include "config/config.h"
#include "scene/domain.h"
#include "scene/structures.h"

typedef struct gm_held_group {
  char name[GM_NAME_LENGTH];
  gm_pose pose, next; /* now, and at the end of the current step */
  gm_motion *motion;  /* [n_motion] prescribed segments */
  int n_motion;
  double until; /* s  its grains are released at this time */
  int meets;    /* 1 if its grains touch structures and other groups with this
                flag */
  int holds;    /* 1 until its grains are released */
  gm_index n;   /* grains at the start */
  double arm;   /* m  largest distance of a grain centre from the origin */
  gm_structure_load load; /* exerted by free grains in the last computed step */
  double work;            /* J  done on free grains since the start */
} gm_held_group;

typedef struct gm_held_groups {
  gm_index n;
  gm_held_group *row; /* [n] */
} gm_held_groups;

void gm_held_groups_clear(gm_held_groups *h);

/* Position of the held grain i when its group is at `pose`. */
GM_INLINE gm_row4 gm_held_groups_place(const gm_domain *d, const gm_grains *g,
                                       gm_index i, const gm_pose *pose)
{
  const gm_grain_held *k = &g->held[i];
  const gm_vec3 x = gm_add(gm_pose_to_world(pose, k->seat), k->shift);
  return gm_domain_snap(d, gm_row(x, g->g[i].x[3]));
}

/* Upper bound in m/s of the speed of its grains from time 0 to `end` (s). */
double gm_held_groups_speed(const gm_held_group *h, double end);

#endif
