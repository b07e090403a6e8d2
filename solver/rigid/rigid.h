/* rigid/rigid.h -- a rigid body that forces move: what it is, and its state.
 *
 * The reference point X of a body is its centre of mass, or its pivot.  With F and T the
 * force and the torque about X of contacts, gravity and loads,
 *
 *   V(t + dt/2) = V(t - dt/2) + dt F / M    X(t + dt) = X(t) + dt V(t + dt/2)
 *
 * and the rotation goes by an integrator of rigid/rotation.h.  Velocities are half a step
 * behind positions, as those of grains, so that a closed system keeps its momentum to
 * round-off.  World axes that are not free go as the prescribed motion says, and count
 * as prescribed in the balance of energy: the drive does whatever work they need.
 *
 * About a single axis the body has the moment of inertia I_a and a scalar equation.
 * About two world axes the angular velocity about the third is removed in every step by
 * the torque of an ideal bearing; this is of first order in dt.
 */
#ifndef GM_RIGID_RIGID_H
#define GM_RIGID_RIGID_H

#include "rigid/mass.h"
#include "rigid/motion.h"
#include "rigid/rotation.h"

enum { GM_RIGID_ALL = 7 }; /* bits of all three world axes */

typedef struct gm_rigid_factor {
  double time;   /* s  since the load began */
  double factor; /* 1 */
} gm_rigid_factor;

/* A force and a torque from outside. */
typedef struct gm_rigid_load {
  gm_vec3 force, torque; /* N, N m */
  gm_vec3 at;            /* m  where the force acts, body frame */
  int axes;              /* enum gm_choice_axes: axes of force and torque */
  double from, to;       /* s */
  gm_rigid_factor *row;  /* [n] linear between rows; none: the factor is 1 */
  int n;
} gm_rigid_load;

/* A torque of the potential -torque moment . field. */
typedef struct gm_rigid_dipole {
  gm_vec3 moment, field; /* 1  body frame, world frame */
  double torque;         /* N m */
} gm_rigid_dipole;

/* What is free.  Without an axis: as the bits of the world axes in `turns` say. */
typedef struct gm_rigid_freedom {
  int translates, turns;
  gm_vec3 axis; /* 1 */
} gm_rigid_freedom;

/* Force and torque about X, world frame. */
typedef struct gm_rigid_force {
  gm_vec3 force, torque; /* N, N m */
} gm_rigid_force;

typedef struct gm_rigid {
  /* What it is.  Body frame: that of the structure. */
  double mass;     /* kg */
  gm_vec3 centre;  /* m  centre of mass, body frame */
  gm_vec3 seat;    /* m  reference point X, body frame */
  gm_quat turn;    /* 1  principal axes to body frame */
  gm_vec3 moments; /* kg m2  principal moments about X */
  int pivots;      /* 1: X is a pivot, which stays */
  int mirrors;     /* mirrors that it stands on: each halves what is above */
  int translates;  /* bits of the world axes along which it is free */
  int turns;       /* bits of the world axes about which it is free */
  gm_vec3
      axis; /* 1  it turns about this world axis alone; 0: as `turns` says */
  double moment;             /* kg m2  about that axis through X */
  double drag, angular_drag; /* N s/m, N m s */
  gm_vec3 gravity;           /* m/s2 */
  gm_rigid_load *load;       /* [n_load] */
  int n_load;
  gm_rigid_dipole *dipole; /* [n_dipole] */
  int n_dipole;
  gm_rigid_force push; /* of a call, world axes, about the centre of mass */
  double from;         /* s  when it becomes free */
  /* Without mirrors: contacts have the effective mass of the whole body. */
  gm_rigid_freedom whole;
  gm_rotation_how how; /* integrator of the rotation */
  gm_vec3 velocity_at,
      spin_at; /* m/s, rad/s  of centre of mass and body then */

  /* State, at the time of the positions unless said otherwise. */
  int on;               /* 1: it is free now */
  int fresh;            /* 1: velocities belong to the time of the positions */
  gm_vec3 place;        /* m    X, world frame */
  gm_vec3 velocity;     /* m/s  of X, half a step behind */
  double rate;          /* rad/s  about `axis`, half a step behind */
  gm_rotation rotation; /* without `axis` */
  gm_vec3 spin;         /* rad/s  mean of the last step */
  gm_pose driven;       /* pose that the prescribed motion alone would give */
  double mobility
      [6]; /* 1/(kg m2)  inverse inertia of the whole over free rotations, world
                         * axes: xx yy zz xy xz yz; 0 if the body is not free */
  double applied, dragged; /* J  work of loads, loss by drag since the start */
} gm_rigid;

/* The instant of the positions. */
typedef struct gm_rigid_state {
  gm_vec3 centre;         /* m    centre of mass, world frame */
  gm_vec3 velocity, spin; /* m/s of X, rad/s */
  gm_vec3 momentum;       /* kg m/s  of the mass */
  gm_vec3 angular;        /* kg m2/s  angular momentum about X */
  double kinetic;         /* J  of all motion */
  double rotational;      /* J  of it by the rotation about X */
  double free;            /* J  of it along free axes */
  double
      potential; /* J  of gravity along free axes, 0 at the world origin, and of
                     * dipoles of a body that turns */
  double orthogonality; /* 1  largest element of |R^T R - E| */
  double applied;       /* W  power of the loads */
  double work, loss;    /* J  of the loads, by drag, since the start */
  gm_vec3 free_velocity,
      free_spin; /* parts of velocity and spin along free axes */
} gm_rigid_state;

/* Returns 1 if it turns as forces say. */
GM_INLINE int gm_rigid_turns(const gm_rigid *r)
{
  return r->turns != 0 || gm_norm2(r->axis) > 0.0;
}

/* Moment of inertia (kg m2) about the axis through X, of a body that is oriented so. */
double gm_rigid_moment(const gm_rigid *r, gm_quat orientation);

/* Takes the body at *pose, where its prescribed motion brought it, as free from now on.
 * *pose receives the velocities with which it starts. */
void gm_rigid_release(gm_rigid *r, gm_pose *pose);

/* The state at time t (s) with the forces `contact` of grains (torque about X); dt is the
 * step (s). */
gm_rigid_state gm_rigid_measure(const gm_rigid *r, const gm_pose *pose,
                                gm_rigid_force contact, double t, double dt);

/* Moves *pose, that of the structure, from t to t + dt (s) with the forces `contact` at t
 * and the n prescribed segments.  *late receives the pose in the middle of the step, with
 * the velocities between the two positions. */
void gm_rigid_advance(gm_rigid *r, const gm_motion *motion, int n,
                      gm_rigid_force contact, double t, double dt,
                      gm_pose *pose, gm_pose *late);

/* The part of the body that moves: 1, or 1/2 beside a mirror, ... */
GM_INLINE double gm_rigid_part(const gm_rigid *r)
{
  return 1.0 / (1 << r->mirrors);
}

/* Part of the inverse effective mass (1/kg) of a contact at the world point x (m) with
 * normal n that the body contributes:  n P n / M + (rho x n) I^-1 (rho x n)  with
 * rho = x - X and P the projection onto free axes. */
GM_INLINE double gm_rigid_mobility(const gm_rigid *r, gm_vec3 x, gm_vec3 n)
{
  if (!r->on) return 0.0;
  const gm_vec3 c = gm_cross(gm_sub(x, r->place), n);
  const int axes = r->whole.translates;
  const double along = (axes & 1 ? n.x * n.x : 0.0) +
                       (axes & 2 ? n.y * n.y : 0.0) +
                       (axes & 4 ? n.z * n.z : 0.0);
  return gm_rigid_part(r) * along / r->mass +
         gm_dot(c, gm_mass_apply(r->mobility, c));
}

/* Shifts the body by a period (m). */
void gm_rigid_shift(gm_rigid *r, gm_vec3 by);

/* Releases loads and dipoles; r itself belongs to the caller. */
void gm_rigid_clear(gm_rigid *r);

#endif
