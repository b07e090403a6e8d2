/* rigid/motion.h -- prescribed motion of a structure, as a list of segments in time.
 *
 * A segment acts in [from, to]; overlapping segments act one after the other within a
 * step, in their order.  A rotation turns about an axis fixed in the world, or about one
 * that the body takes along: then its point and its direction are those of the body
 * frame.  A table (track) adds its positions to the initial one and rotates the body
 * about its origin, both in world axes; its time starts at `from`, and outside [from, to]
 * its pose is constant.
 */
#ifndef GM_RIGID_MOTION_H
#define GM_RIGID_MOTION_H

#include "base/status.h"
#include "config/choices.h"
#include "rigid/pose.h"

/* A pose that follows a table of times, positions and orientations.
 *
 * Between rows each coordinate is a cubic with continuous velocity that is monotonic
 * between the rows: it never overshoots.  The orientation turns at a constant rate
 * about a fixed axis, along the shorter way.  Velocity and spin are the exact
 * derivatives.  Before the first row and from the last one on the pose is constant. */

typedef struct gm_track_row {
  double time;         /* s */
  gm_vec3 position;    /* m */
  gm_quat orientation; /* 1  unit */
  gm_vec3
      velocity; /* m/s    velocity at the row; set by gm_motion_track_finish */
  /* rad/s  angular velocity from this row to the next; by gm_motion_track_finish */
  gm_vec3 spin;
} gm_track_row;

typedef struct gm_track {
  int n;
  gm_track_row *row; /* [n], in rising order of time */
} gm_track;

/* Allocates n rows, all zero. GM_ERR_MEMORY: *track is empty. */
gm_status gm_motion_track_init(gm_track *track, int n);

void gm_motion_track_clear(gm_track *track);

/* Computes velocities and spins from times, positions and orientations of at least one
 * row. */
void gm_motion_track_finish(gm_track *track);

/* Pose, velocity and spin at time t (s).  At the time of a row, the spin is that of the
 * interval that begins there. */
gm_pose gm_motion_track_pose(const gm_track *track, double t);

/* Upper bounds of the velocity (m/s) and of the spin (rad/s) at any time. */
void gm_motion_track_fastest(const gm_track *track, double *speed,
                             double *spin);

typedef struct gm_motion {
  gm_motion_kind kind;
  double from, to; /* s */
  /* velocity (m/s), unit axis, or amplitude (m), depending on kind */
  gm_vec3 vector;
  gm_vec3 through; /* m    a point on the axis, world frame */
  int carried;  /* 1: vector and through of a rotation are in the body frame */
  gm_vec3 spin; /* rad/s  angular velocity of a flight, world frame */
  /* angular velocity (rad/s) of a rotation, frequency (Hz) of an oscillation */
  double rate;
  double phase;   /* rad  phase of an oscillation at `from` */
  gm_track track; /* table of a table motion; gm_motion_clear releases it */
} gm_motion;

/* Adds the poses of all tables at time 0 to the initial pose, and sets its velocity and
 * spin.  Axes that the body takes along, so far as given in the world, become those of
 * its body frame. */
void gm_motion_start(gm_motion *segments, int n, gm_pose *pose);

/* Does the motion stay the same if the body is shifted by `by` (m)?  An axis in the world
 * must be parallel to it. */
int gm_motion_shifts(const gm_motion *segments, int n, gm_vec3 by);

/* Moves *pose from time t to t + dt (s) along the segments, exactly for each one
 * (rotations by the exponential map), and sets its velocity and spin to those at t +
 * dt. */
void gm_motion_advance(const gm_motion *segments, int n, double t, double dt,
                       gm_pose *pose);

/* Sets velocity and spin of *pose to those at time t (s). */
void gm_motion_twist(const gm_motion *segments, int n, double t, gm_pose *pose);

/* Upper bounds, for all times, of the velocity (m/s) of the body origin and of the spin
 * (rad/s) that this segment gives a body with the current pose *pose. */
void gm_motion_fastest(const gm_motion *segment, const gm_pose *pose,
                       double *speed, double *spin);

/* Releases the n segments and everything they own. */
void gm_motion_clear(gm_motion **segments, int *n);

#endif
