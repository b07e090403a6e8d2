/* scene/structures.h -- the structures: geometry, motion, presence, and the load that
 * they receive.
 *
 * Rows [0, named) are the structures of the scene file and the walls of the domain.  The
 * rest are copies: grains of any shape, bodies that forces move.  Copies of one shape
 * share the geometry of its kind, at a scale of their own.
 */
#ifndef GM_SCENE_STRUCTURES_H
#define GM_SCENE_STRUCTURES_H

#include "body/form.h"
#include "body/mesh_collider.h"
#include "body/property.h"
#include "body/shape.h"
#include "config/config.h"
#include "mesh/surface.h"
#include "patch/patches.h"
#include "rigid/conveyor.h"
#include "rigid/motion.h"
#include "rigid/rigid.h"
#include "rigid/servo.h"
#include "scene/contacts.h"
#include "scene/domain.h"
#include "scene/material.h"
#include "scene/region.h"

/* Which other structures a structure meets. */
enum gm_meets {
  GM_MEETS_AUTO, /* all where one of the two is free and their materials are paired */
  GM_MEETS_ALL, /* the same, and an error where they are not paired */
  GM_MEETS_NONE,
  GM_MEETS_LISTED, /* those in `with`, also if neither is free */
};

/* Load that grains and other structures exert on a structure. */
typedef struct gm_structure_load {
  gm_vec3 force;  /* N */
  gm_vec3 torque; /* N m  about the body origin, world frame */
  double power;   /* W    of the structure on them */
  /* N/m, N m/rad; N s/m, N m s  stiffness of the contacts against the motion of a
   * servo, and an upper bound of their dashpots */
  double stiffness, damping;
} gm_structure_load;

enum { GM_APPEARED = 2 };

typedef struct gm_structure {
  char name[GM_NAME_LENGTH];
  gm_index material; /* index in the material table */

  /* Of a mesh; empty or null for primitives. */
  gm_index *patch_material; /* [patches] null: `material` everywhere */
  uint32_t *part;           /* [triangles] bit mask of the lists of groups that
                            name it (machines/parts.h); null: none */
  uint32_t *patch_part;     /* [patches] the same for patches; null: none */
  gm_surface surface;       /* in the body frame */
  char *report; /* what was found in the file and repaired, or null */
  gm_mesh_collider
      *collider; /* patches with their sampled distance fields (SDF) */
  gm_property *property[GM_PROPERTIES]; /* factors; null: 1 everywhere */
  gm_patches cut;          /* how the surface was cut into patches */
  gm_region *where;        /* grains see the part of the surface in this region;
                            null: all of it */
  unsigned char *left_out; /* [triangles] 1: grains do not see it; null: none */
  double area_left_out;    /* m2  of the surface that grains do not see */

  gm_shape shape;      /* in the body frame */
  const gm_form *form; /* what other structures meet; null: they pass through */
  double scale;  /* 1  lengths in the world over those of the body frame */
  int mirror;    /* a plane at which every grain meets its mirror image */
  gm_index kind; /* of a copy; -1: none, the row owns its geometry */
  int stay;    /* of a copy: 0 it has not come yet, 1 it is there, 2 it left */
  double ball; /* m  radius about the body origin that holds a copy */
  int reflects; /* a reflecting face of the domain, counted from 1: no contacts */
  int images;   /* bit mask of axes along which periodic images count too */
  gm_pose pose;      /* at the time of the positions */
  gm_pose late;      /* at the time of the velocities that contacts use */
  gm_motion *motion; /* [n_motion] prescribed segments */
  int n_motion;
  gm_rigid *rigid;       /* a body that forces move; or null */
  gm_servo *servo;       /* a controller that keeps a load; or null */
  gm_conveyor *conveyor; /* [n_conveyor] velocities of the surface within
                            itself */
  int n_conveyor;
  double present_from, present_to; /* s  it exists in [from, to) */
  /* 1 if it exists now; GM_APPEARED, if its contacts are not in the balance yet */
  int present;
  uint32_t swallows; /* bit mask of the parts that are active sinks; ~0: all */
  gm_structure_load load; /* of the last computed step */
  gm_structure_load met;  /* the part of it by other structures */
  int meets;              /* enum gm_meets */
  unsigned char *with;    /* [n_with] 1: it meets the structure of that row */
  gm_index n_with;
  gm_structure_load since; /* N s, N m s, J  of hard grains, since the last
                               frame */
  double work;             /* J  done on grains since the start */
  gm_contact_sums sums;    /* what contacts did to its surface */
} gm_structure;

typedef struct gm_structures {
  gm_index n;
  gm_index named;    /* rows that are no copies */
  gm_structure *row; /* [n] */
  int flat;          /* 1: extrusions along z, seen in the plane z = 0 */
  gm_index n_forms;
  gm_form **form; /* [n_forms] those that rows share */

  /* Shapes of copies, which no step touches.  A row of a copy is that of its kind but
   * for pose, scale and motion; it borrows the geometry. */
  gm_index n_kinds;
  gm_structure *kind;             /* [n_kinds] */
  const gm_config_bodies *source; /* [n_kinds] borrowed */
  gm_rigid *copies;               /* [n - named] `rigid` of the copies */
} gm_structures;

/* Returns 1 if it is bounded; a plane is not. */
GM_INLINE int gm_structures_bounded(const gm_structure *s)
{
  return isfinite(gm_norm2(s->shape.min)) && isfinite(gm_norm2(s->shape.max));
}

/* The world point x (m) in the frame of the shape, and back. */
GM_INLINE gm_vec3 gm_structures_to_body(const gm_structure *s, gm_vec3 x)
{
  return gm_scale(1.0 / s->scale, gm_pose_to_body(&s->pose, x));
}

GM_INLINE gm_vec3 gm_structures_to_world(const gm_structure *s, gm_vec3 y)
{
  return gm_pose_to_world(&s->pose, gm_scale(s->scale, y));
}

/* Bounding box in the world, in m.  Requires a bounded structure. */
void gm_structures_bounds(const gm_structure *s, double low[3], double high[3]);

/* Brings a structure that moves as prescribed, and whose middle has left the box, back
 * across a periodic side; not across one where it passes through the whole box, nor if it
 * turns about an axis of the world that the shift would move.  Returns the image by which
 * it was shifted, or 0. */
int gm_structures_wrap(gm_structure *s, const gm_domain *domain);

/* *axes receives the bit mask of axes along which grains of radius at most `largest`
 * (m) touch images of `s` across periodic faces.  Axes along which it is endless or
 * passes through the whole box are left out.  Returns null, or a text that says why the
 * structure cannot be placed there. */
const char *gm_structures_images(const gm_structure *s, const gm_domain *domain,
                                 double largest, int *axes);

/* Index of the material of patch `patch`. */
GM_INLINE gm_index gm_structures_material(const gm_structure *s, gm_index patch)
{
  return s->patch_material ? s->patch_material[patch] : s->material;
}

/* Surface velocity in m/s of patch `patch` of s at `pose`, at the world point x (m)
 * with normal n: velocity of the body plus that of its conveyors. */
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

/* Angular velocity of that surface in rad/s. */
GM_INLINE gm_vec3 gm_structures_spin(const gm_structure *s, const gm_pose *pose,
                                     gm_index patch)
{
  if (!s->n_conveyor) return pose->spin;
  const uint32_t part = s->patch_part ? s->patch_part[patch] : 0;
  return gm_add(pose->spin,
                gm_conveyor_spin(s->conveyor, s->n_conveyor, part, pose));
}

/* Returns 1 if patch `patch` exerts forces now: it is present and not an active sink. */
GM_INLINE int gm_structures_pushes(const gm_structure *s, gm_index patch)
{
  if (!s->swallows) return s->present;
  if (s->swallows == ~0u || !s->patch_part) return 0;
  return s->present && !(s->patch_part[patch] & s->swallows);
}

/* Force and torque of the last computed step, about the reference point of
 * a body that forces move. */
GM_INLINE gm_rigid_force gm_structures_contact(const gm_structure *s)
{
  const gm_vec3 arm = gm_sub(s->pose.position, s->rigid->place);
  return (gm_rigid_force){s->load.force,
                          gm_add(s->load.torque, gm_cross(arm, s->load.force))};
}

/* Returns 1 if loads move it, so that held grains touch it too. */
GM_INLINE int gm_structures_yields(const gm_structure *s)
{
  return s->rigid || s->servo;
}

/* Of hard grains: notes the loads of a step of dt (s); makes the loads the means over
 * `span` (s) since the last frame; begins anew after a frame. */
void gm_structures_note_loads(gm_structures *s, double dt);
void gm_structures_mean_loads(gm_structures *s, double span);
void gm_structures_framed(gm_structures *s);

/* Returns 1 if it moves at some time. */
GM_INLINE int gm_structures_moves(const gm_structure *s)
{
  return s->n_motion > 0 || gm_structures_yields(s);
}

/* Start the sums of what contacts do to the surfaces, for each triangle of meshes and
 * each patch of primitives.  Mirrors have no surface and no sums.  GM_ERR_MEMORY. */
gm_status gm_structures_start_sums(gm_structures *s);

/* Returns 1 if such sums are made. */
int gm_structures_have_sums(const gm_structures *s);

/* Allocate n structures without copies, all zero but for the scale 1.  On GM_ERR_MEMORY
 * *s is empty. */
gm_status gm_structures_init(gm_structures *s, gm_index n);

/* Allocate n kinds, likewise; append n copies, which the caller fills with
 * gm_structures_copy.  GM_ERR_MEMORY. */
gm_status gm_structures_add_kinds(gm_structures *s, gm_index n);
gm_status gm_structures_add_copies(gm_structures *s, gm_index n);

/* Make row k a copy of this kind with the body `rigid`, at rest at the origin. */
void gm_structures_copy(gm_structures *s, gm_index k, gm_index kind,
                        double scale, const gm_rigid *rigid);

/* Copy k enters the run at *pose with the velocities there; or it leaves. */
void gm_structures_enter(gm_structures *s, gm_index k, const gm_pose *pose);
void gm_structures_leave(gm_structures *s, gm_index k);
void gm_structures_clear(gm_structures *s);

/* Returns the present structure, periodic images included, nearest to the world point x
 * (m) within `reach` (m), or -1.  *probe receives distance and gradient in the world
 * frame.  Deep inside a solid, where there are no virtual particles, the distance is 0
 * and there is no gradient. */
gm_index gm_structures_nearest(const gm_structures *structures,
                               const gm_domain *domain, gm_vec3 x, double reach,
                               gm_query_result *probe);

/* Corner q, 0 to 7, of the box about a structure in *x, in the world; 0: it has no end
 * there. */
int gm_structures_corner(const gm_structure *structure, int q, gm_vec3 *x);

/* Number of patches nearer to the world point x (m) than `range` (m) that lack virtual
 * particles there, so that the distance comes from triangles or is unknown. */
gm_index gm_structures_lost(const gm_structures *structures, gm_vec3 x,
                            double range);

#endif
