/* structure/motion.h -- prescribed motion: segments of time that move a pose.
 *
 * Room: structure.  May include: base.
 *
 * Each segment acts in [from, to]; those that overlap act one after the other within a
 * step, in their order.  A rotation turns about an axis fixed in the world.  A track adds
 * its positions to the placed one and turns the body about its origin, both in the axes of
 * the world; its time counts from `from`, and outside [from, to] its pose stays.
 */
#ifndef GM_STRUCTURE_MOTION_H
#define GM_STRUCTURE_MOTION_H

#include "structure/track.h"

typedef enum gm_motion_kind {
  GM_MOTION_SHIFT, /* constant velocity                          */
  GM_MOTION_TURN,  /* constant rate about an axis                */
  GM_MOTION_SWING, /* a sin(2 pi f (t - from) + phase)           */
  GM_MOTION_TRACK, /* a table                                    */
} gm_motion_kind;

typedef struct gm_motion {
  gm_motion_kind kind;
  double from, to; /* s */
  gm_vec3 vector;  /* m/s velocity, 1 unit axis, or m amplitude */
  gm_vec3 through; /* m    a point of the axis, world */
  double rate;     /* rad/s, for a swing Hz */
  double phase;    /* rad */
  gm_track track;  /* owned by who holds the segment */
} gm_motion;

/* Carry a pose from where it was placed to time 0, where tracks put it, and set its velocity
 * and spin. */
void gm_motion_begin(const gm_motion *segments, int n, gm_pose *pose);

/* Move *pose from time t to t + dt (s) through the segments, exactly for each segment
 * (rotations by the exponential map), and set its velocity and spin to those at t + dt. */
void gm_motion_advance(const gm_motion *segments, int n, double t, double dt,
                       gm_pose *pose);

/* Set velocity and spin of *pose to those at time t. */
void gm_motion_twist(const gm_motion *segments, int n, double t, gm_pose *pose);

/* Bounds, at any time, of the velocity (m/s) of the body origin and of the spin (rad/s)
 * that this segment gives to a body whose pose is now *pose. */
void gm_motion_fastest(const gm_motion *segment, const gm_pose *pose,
                       double *speed, double *spin);

#endif
