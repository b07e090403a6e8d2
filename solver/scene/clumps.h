/* scene/clumps.h -- clumps: rigid assemblies of overlapping spheres (or discs).
 *
 * The members of a clump are rows of the grains (scene/grains.h, `member`), so that they
 * are found and touched as all grains are.  Their positions and velocities follow from
 * the pose of the clump; forces on them add up to a force and a torque on it:
 *
 *   V <- V + h (F / M + g)    L <- L + h R^T T          h = dt, half in the first step
 *   X <- X + dt V             free rotation over dt     rigid/no_squish.h, quaternion.h
 *   x_i = X + R s_i           v_i = V + (R' s_i - R s_i) / dt
 *
 * with the principal axes R, the place s_i of member i in them and the angular momentum L
 * in them; spins of members are the mean of the step.  As for grains, positions are at
 * time t and velocities at t - dt/2.
 *
 * All members of all clumps have one order, the slots: by clump, then as the shape lists
 * them.  Sums over members have this order, wherever their grains are in memory.
 */
#ifndef GM_SCENE_CLUMPS_H
#define GM_SCENE_CLUMPS_H

#include "base/quat.h"
#include "base/row4.h"
#include "base/status.h"
#include "base/types.h"
#include "rigid/grain_rule.h"
#include "rigid/mass.h"

typedef struct gm_ball {
  gm_vec3 x; /* m */
  double r;  /* m */
} gm_ball;

/* *m receives the union of n >= 1 balls of density 1: the mass is its volume (m3).
 * *error receives the difference to the result of a coarser rule, relative to the volume
 * and to the largest moment.  GM_ERR_MEMORY. */
gm_status gm_ball_union_mass(const gm_ball *ball, gm_index n, gm_mass *m,
                             double *error);

/* The same of discs in the plane z = 0, of thickness t (m) along z: exact but for
 * round-off.  Only the moment about z and that of the plane are meant: inertia xx and yy
 * lack the thickness. */
gm_status gm_ball_union_plane(const gm_ball *disc, gm_index n, double t,
                              gm_mass *m);

enum { GM_CLUMPS_NAME = 64 };

/* A shape of the scene.  Places are in its principal axes, from its centre of mass. */
typedef struct gm_clump_shape {
  char name[GM_CLUMPS_NAME];
  gm_index n;       /* members */
  gm_vec3 *seat;    /* [n] m */
  double *r;        /* [n] m */
  double *part;     /* [n] 1  part of mass and volume that counts as its own */
  gm_vec3 *given;   /* [n] m  places along the axes of the scene file */
  double volume;    /* m3  of the union; of discs area times thickness */
  double solid;     /* m3  as solid fractions count it: in the plane by area */
  double error;     /* 1   of volume and inertia, estimated */
  double mass;      /* kg  as given; 0: density of the material times volume */
  gm_vec3 gyration; /* m2  principal moments over the mass */
  gm_quat turn;     /* principal axes to the axes of the scene file */
  int rotation;     /* enum gm_choice_rotation: no_squish or quaternion */
  gm_vec3 centre;   /* m  centre of mass in the scene file */
  double round;     /* m  radius of the sphere (disc) of the same volume */
  double yields;    /* 1  smallest effective mass at a contact, over the mass */
  double reach;     /* m  largest distance of its surface from the centre */
  double smallest, largest; /* m  radii */
} gm_clump_shape;

/* What contacts do to a member. */
typedef struct gm_clump_load {
  gm_vec3 force;  /* N */
  gm_vec3 torque; /* N m  about the centre of the member */
  gm_vec3 push;   /* 1    sum of the normals of its contacts with structures */
} gm_clump_load;

/* What contacts read comes first, in one cache line. */
typedef struct gm_clump {
  gm_quat turn;    /* principal axes to world */
  gm_vec3 ease;    /* 1/(kg m2)  inverse principal moments */
  double mobility; /* 1/kg  1 / M */
  gm_row4 x;   /* {X, 0} m  centre of mass, on the grid of periodic positions */
  gm_quat was; /* orientation before the last move */
  gm_vec3 velocity; /* m/s  half a step behind */
  gm_vec3 spin;     /* rad/s  mean of the last step, world */
  double size;      /* 1  factor on the shape */
  gm_index first;   /* slot of its first member */
  gm_index shape;
  gm_vec3
      momentum;    /* kg m2/s  angular, in principal axes, half a step behind */
  gm_vec3 inertia; /* kg m2  principal moments */
  gm_clump_load load;  /* of the instant last computed, about the centre */
  gm_vec3 push, twist; /* 1, m  in the last step: sum of the normals of contacts
                        * with structures, and its moment about the centre, world */
  gm_id id;            /* unique, never reused */
  gm_index material, label;
  int ghost; /* 1: another rank owns the clump, which is here for its members */
} __attribute__((aligned(64))) gm_clump;

typedef struct gm_clumps {
  gm_index n, capacity;           /* clumps */
  gm_index slots, slots_capacity; /* members */
  gm_clump *row;                  /* [n] */
  gm_clump_load *load;            /* [slots] */
  gm_id next;                     /* id of the next clump */
  gm_index n_shapes;
  gm_clump_shape *shape; /* [n_shapes] */
} gm_clumps;

void gm_clumps_clear(gm_clumps *c);

/* Allocate room for so many clumps and members.  On GM_ERR_MEMORY nothing is lost. */
gm_status gm_clumps_reserve(gm_clumps *c, gm_index clumps, gm_index slots);

/* Completes a shape from n balls, or discs where the rule says so: mass, axes, sizes.
 * mass (kg): 0 if the density of the material gives it; inertia (kg m2) about the centre
 * along the axes of the balls, 0 if the union gives it.  GM_ERR_INPUT: the moments are
 * not possible.  GM_ERR_MEMORY. */
gm_status gm_clumps_shape(gm_clump_shape *s, const gm_ball *ball, gm_index n,
                          const gm_grain_rule *rule, double mass,
                          gm_vec3 inertia);

/* Mass (kg) of a clump of that size and density (kg/m3). */
double gm_clumps_mass(const gm_clump_shape *s, const gm_grain_rule *rule,
                      double size, double density);

/* Volume (m3) of a clump of that size, as solid fractions count it. */
double gm_clumps_volume(const gm_clump_shape *s, const gm_grain_rule *rule,
                        double size);

/* Place of the member in slot `slot` of clump c, relative to the centre, in principal
 * axes, and in world axes where `turn` rotates these to the world. */
GM_INLINE gm_vec3 gm_clumps_seat(const gm_clumps *all, const gm_clump *c,
                                 gm_index slot)
{
  return gm_scale(c->size, all->shape[c->shape].seat[slot - c->first]);
}

GM_INLINE gm_vec3 gm_clumps_arm(const gm_clumps *all, const gm_clump *c,
                                gm_quat turn, gm_index slot)
{
  return gm_quat_rotate(turn, gm_clumps_seat(all, c, slot));
}

/* Orientation of the axes of the scene file. */
GM_INLINE gm_quat gm_clumps_orientation(const gm_clumps *all, const gm_clump *c)
{
  return gm_quat_product(c->turn, gm_quat_conjugate(all->shape[c->shape].turn));
}

/* Angular momentum over the moments, in principal axes: the spin there. */
GM_INLINE gm_vec3 gm_clumps_eased(gm_vec3 a, gm_vec3 ease)
{
  return gm_vec(a.x * ease.x, a.y * ease.y, a.z * ease.z);
}

GM_INLINE gm_vec3 gm_clumps_ease(gm_vec3 inertia)
{
  return gm_vec(1.0 / inertia.x, 1.0 / inertia.y, 1.0 / inertia.z);
}

/* Contribution of the rotation to the inverse effective mass, in 1/kg, of the clump at a
 * point on the line along the unit vector n (world) through a member; seat: place of the
 * member in principal axes. */
GM_INLINE double gm_clumps_turning(const gm_clump *c, gm_vec3 seat, gm_vec3 n)
{
  const gm_vec3 lever = gm_cross(seat, gm_quat_unrotate(c->turn, n));
  return gm_dot(lever, gm_clumps_eased(lever, c->ease));
}

/* Likewise of a contact with a structure, with what the other ones of the clump add when
 * a unit force acts at each: n contacts side by side share the mass, and each dashpot is
 * that of its part.  Where they oppose each other a contact counts alone. */
GM_INLINE double gm_clumps_shared(const gm_clump *c, gm_vec3 seat, gm_vec3 n)
{
  const gm_vec3 lever = gm_cross(seat, gm_quat_unrotate(c->turn, n));
  const gm_vec3 twist = gm_quat_unrotate(c->turn, c->twist);
  const double alone = gm_dot(lever, gm_clumps_eased(lever, c->ease));
  const double all = c->mobility * (gm_dot(n, c->push) - 1.0) +
                     gm_dot(lever, gm_clumps_eased(twist, c->ease));
  return all > alone ? all : alone;
}

#endif
