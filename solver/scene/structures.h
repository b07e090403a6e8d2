/* scene/structures.h -- the structures: shape, place, motion, and the load received.
 *
 * Room: scene.  May include: base, structure.
 */
#ifndef GM_SCENE_STRUCTURES_H
#define GM_SCENE_STRUCTURES_H

#include "scene/conveyor.h"
#include "scene/domain.h"
#include "scene/material.h"
#include "scene/region.h"
#include "scene/tally.h"
#include "structure/carriers.h"
#include "structure/motion.h"
#include "structure/patches.h"
#include "structure/property.h"
#include "structure/shape.h"
#include "structure/surface.h"

/* What grains do to a structure. */
typedef struct gm_structure_load {
  gm_vec3 force;  /* N    by the grains */
  gm_vec3 torque; /* N m  by the grains, about the body origin, world frame */
  double power;   /* W    of the structure on the grains */
} gm_structure_load;

typedef struct gm_structure {
  char name[GM_NAME_LENGTH];
  gm_index material;        /* row in the scene's material table */
  gm_index *patch_material; /* [patches] the same for each patch of a mesh
                               with groups of other materials, or null */
  uint32_t *part;           /* [triangles] of a mesh: bits of the lists of
                               groups (scene/parts.h) it is in; null: none */
  uint32_t *patch_part;     /* [patches] the same of patches; null likewise */
  gm_surface surface;       /* of a mesh, in the body frame; else empty */
  char *report;             /* of a mesh: what was found and mended, or null */
  gm_carriers *carriers;    /* of a mesh: its patches and sites; else null */
  gm_property *friction;    /* of a mesh: factor of the friction of its pairs;
                               null: 1 */
  gm_patches cut;           /* of a mesh: how it was cut; else empty */
  gm_region *where;         /* of a mesh: what is there for grains lies in it;
                               null: anywhere */
  unsigned char *left_out;  /* [triangles] 1: it is not there for grains; null:
                               all are */
  double area_left_out;     /* m2  by both */
  gm_shape shape;           /* in the body frame */
  int mirror;               /* a plane behind which every grain has its twin */
  int images;   /* bits of axes along which its images are met too */
  gm_pose pose; /* now */
  gm_pose late; /* when the velocities were that contacts see: its own are those
                   of that instant */
  gm_motion *motion; /* [n_motion] prescribed segments */
  int n_motion;
  gm_conveyor *conveyor; /* [n_conveyor] its surface moves within itself */
  int n_conveyor;
  double present_from, present_to; /* s  it exists in [from, to) */
  int present;                     /* now */
  uint32_t swallows; /* bits of the parts that swallow grains now; ~0: all */
  gm_structure_load load; /* of the step last computed */
  double work;            /* J  on the grains so far */
  gm_tallies tallies;     /* what contacts did to its surface */
} gm_structure;

typedef struct gm_structures {
  gm_index n;
  gm_structure *row; /* [n] */
} gm_structures;

/* Has it bounds?  A plane has none. */
GM_INLINE int gm_structures_bounded(const gm_structure *s)
{
  return isfinite(gm_norm2(s->shape.min)) && isfinite(gm_norm2(s->shape.max));
}

/* Bounds in the world, in m; requires a structure that has some. */
void gm_structures_bounds(const gm_structure *s, double low[3], double high[3]);

/* The axes (bits) along which images of `s` are met through periodic sides, by grains of
 * radius at most `largest` (m): not those along which it is endless, or goes through the box
 * and well beyond.  Returns null, or why it cannot stand there. */
const char *gm_structures_images(const gm_structure *s, const gm_domain *domain,
                                 double largest, int *axes);

/* Row in the scene's material table of what patch `patch` of s is made of. */
GM_INLINE gm_index gm_structures_material(const gm_structure *s, gm_index patch)
{
  return s->patch_material ? s->patch_material[patch] : s->material;
}

/* Velocity in m/s of the surface of s at `pose`, patch `patch`, at the world point x (m) where its
 * normal is n: that of the body, and what conveyors add along the surface. */
GM_INLINE gm_vec3 gm_structures_velocity(const gm_structure *s,
                                         const gm_pose *pose, gm_index patch,
                                         gm_vec3 x, gm_vec3 n)
{
  const gm_vec3 v = gm_pose_velocity_at(pose, x);
  if (!s->n_conveyor) return v;
  const uint32_t part = s->patch_part ? s->patch_part[patch] : 0;
  return gm_add(
      v, gm_conveyor_velocity(s->conveyor, s->n_conveyor, part, pose, x, n));
}

/* The rate in rad/s at which that surface turns. */
GM_INLINE gm_vec3 gm_structures_spin(const gm_structure *s, const gm_pose *pose,
                                     gm_index patch)
{
  if (!s->n_conveyor) return pose->spin;
  const uint32_t part = s->patch_part ? s->patch_part[patch] : 0;
  return gm_add(pose->spin,
                gm_conveyor_spin(s->conveyor, s->n_conveyor, part, pose));
}

/* Is patch `patch` there for grains now: present, and not swallowing what touches it? */
GM_INLINE int gm_structures_pushes(const gm_structure *s, gm_index patch)
{
  if (!s->swallows) return s->present;
  if (s->swallows == ~0u || !s->patch_part) return 0;
  return s->present && !(s->patch_part[patch] & s->swallows);
}

/* Sum what contacts do to the surfaces from now on, at each triangle of meshes and each patch of
 * primitives; not of mirrors, which have no surface.  GM_ERR_MEMORY. */
gm_status gm_structures_tally(gm_structures *s);

/* Are such sums made? */
int gm_structures_tallied(const gm_structures *s);

/* Make n structures, all zero.  GM_ERR_MEMORY: *s is empty. */
gm_status gm_structures_init(gm_structures *s, gm_index n);
void gm_structures_clear(gm_structures *s);

/* Nearest structure of the world point x (m) among those present, and their images across
 * periodic sides of the domain, within `reach` (m): its row, or -1; *probe receives distance and gradient in the world frame.  Deep inside, where
 * there are no sites, the distance is 0 and the gradient none. */
gm_index gm_structures_nearest(const gm_structures *structures,
                               const gm_domain *domain, gm_vec3 x, double reach,
                               gm_probe *probe);

/* Patches of sites nearer to the world point x (m) than `range` (m) that lack sites around it:
 * triangles answer there, or nothing. */
gm_index gm_structures_lost(const gm_structures *structures, gm_vec3 x,
                            double range);

#endif
