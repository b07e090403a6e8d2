/* scene/conveyor.h -- a surface that moves within itself while its shape stays: belts, rollers,
 * turntables.
 *
 * Room: scene.  May include: base, config, structure.
 *
 * A conveyor gives the surface the velocity u = v + w x y at the body point y; v and w are constant
 * in the frame of the body and turn with it.  At a contact with normal n what is along the surface
 * counts, u - (u . n) n: the surface stays where it is, so it cannot push or pull along n.
 */
#ifndef GM_SCENE_CONVEYOR_H
#define GM_SCENE_CONVEYOR_H

#include "config/config.h"
#include "structure/pose.h"
#include <stdint.h>

typedef struct gm_conveyor {
  gm_vec3 velocity; /* m/s    v, at the origin of the body, its frame */
  gm_vec3 spin;     /* rad/s  w, its frame */
  double from, to;  /* s      it runs in [from, to) */
  uint32_t part;    /* bit of the parts of a mesh that move; 0: all */
  int on;           /* now */
} gm_conveyor;

/* Conveyor `number` of a structure, at rest; its part has the bit of that number. */
gm_conveyor gm_conveyor_of(const gm_config_conveyor *config, size_t number);

/* Let run those that run at time t (s). */
void gm_conveyor_switch(gm_conveyor *conveyor, int n, double t);

/* Largest speed in m/s of any of them at points of the body within [min, max] (m, its frame). */
double gm_conveyor_fastest(const gm_conveyor *conveyor, int n, gm_vec3 min,
                           gm_vec3 max);

/* What the n of a structure whose pose is *p add to its velocity, in m/s, at the world point x (m)
 * of the parts with these bits, where the normal is `normal`. */
GM_INLINE gm_vec3 gm_conveyor_velocity(const gm_conveyor *conveyor, int n,
                                       uint32_t part, const gm_pose *p,
                                       gm_vec3 x, gm_vec3 normal)
{
  gm_vec3 u = {0.0, 0.0, 0.0};
  const gm_vec3 y = gm_pose_to_body(p, x);
  for (int k = 0; k < n; ++k) {
    const gm_conveyor *c = &conveyor[k];
    if (!c->on || (c->part && !(c->part & part))) continue;
    u = gm_add(u, gm_add(c->velocity, gm_cross(c->spin, y)));
  }
  u = gm_quat_rotate(p->orientation, u);
  return gm_madd(u, -gm_dot(u, normal), normal);
}

/* The rate at which they turn that surface, in rad/s, world frame: rollers roll. */
GM_INLINE gm_vec3 gm_conveyor_spin(const gm_conveyor *conveyor, int n,
                                   uint32_t part, const gm_pose *p)
{
  gm_vec3 w = {0.0, 0.0, 0.0};
  for (int k = 0; k < n; ++k) {
    const gm_conveyor *c = &conveyor[k];
    if (c->on && (!c->part || (c->part & part))) w = gm_add(w, c->spin);
  }
  return gm_quat_rotate(p->orientation, w);
}

#endif
