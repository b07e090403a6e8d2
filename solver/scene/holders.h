/* scene/holders.h -- groups of grains that are held: at rest, or moved as one rigid body.
 *
 * Room: scene.  May include: base, config, structure.
 *
 * A held grain has the mobility 0 (gm_grain.v), so that no force moves it and its partner alone
 * counts for a contact; its own mass stands in gm_grains.held.  A group has the pose of a
 * body whose frame is that of the world, moved to its origin; a grain keeps its place in that
 * frame.  What the grains that are free do to a group is its load.
 */
#ifndef GM_SCENE_HOLDERS_H
#define GM_SCENE_HOLDERS_H

#include "config/config.h"
#include "scene/domain.h"
#include "scene/structures.h"

typedef struct gm_holder {
  char name[GM_NAME_LENGTH];
  gm_pose pose, next; /* now, and at the end of the step in hand */
  gm_motion *motion;  /* [n_motion] prescribed segments */
  int n_motion;
  double until;           /* s  its grains are released */
  int meets;              /* structures, and other groups that do */
  int holds;              /* its grains are not released yet */
  gm_index n;             /* grains at the start */
  double arm;             /* m  farthest centre from the origin */
  gm_structure_load load; /* of the step last computed */
  double work;            /* J  on the grains that it touches, so far */
} gm_holder;

typedef struct gm_holders {
  gm_index n;
  gm_holder *row; /* [n] */
} gm_holders;

/* A grain that may be held. */
typedef struct gm_holders_who {
  size_t source; /* row of the config's grains */
  gm_id row, id; /* within that source, and through all */
  gm_index label, was;
  gm_vec3 x; /* m */
} gm_holders_who;

/* Make the groups of the config, without grains.  GM_ERR_MEMORY: *h is to be cleared. */
gm_status gm_holders_build(const gm_config *config, gm_holders *h);
void gm_holders_clear(gm_holders *h);

/* The first group, from `from` on, that holds this grain, or -1. */
gm_index gm_holders_find(const gm_config *config, const gm_holders_who *who,
                         gm_index from);

/* Would it be held, and touch free grains alone? */
int gm_holders_still(const gm_config *config, const gm_holders_who *who);

/* Hold grain i, which is who->id.  GM_ERR_INPUT: a fault, two groups hold it. */
gm_status gm_holders_take(gm_config *config, const gm_holders_who *who,
                          gm_holders *h, gm_grains *g, gm_index i);

/* All grains are there: each group finds its origin and puts its grains where its motion
 * begins.  GM_ERR_INPUT: faults, a group holds nothing, or names a grain that is not there. */
gm_status gm_holders_settle(gm_config *config, const gm_domain *domain,
                            gm_holders *h, gm_grains *g);

/* Where grain i, which is held, is with its group at `pose`. */
GM_INLINE gm_row4 gm_holders_place(const gm_domain *d, const gm_grains *g,
                                   gm_index i, const gm_pose *pose)
{
  const gm_grain_held *k = &g->held[i];
  const gm_vec3 x = gm_add(gm_pose_to_world(pose, k->seat), k->shift);
  return gm_domain_snap(d, gm_row(x, g->g[i].x[3]));
}

/* Bound of the speed of its grains, in m/s, from 0 to `end` (s). */
double gm_holders_speed(const gm_holder *h, double end);

#endif
