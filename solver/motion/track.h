/* motion/track.h -- a pose that follows a table of times, positions and orientations.
 *
 * Between rows each coordinate is a cubic with continuous velocity that is monotonic
 * between the rows: it never overshoots.  The orientation turns at a constant rate
 * about a fixed axis, along the shorter way.  Velocity and spin are the exact
 * derivatives.  Before the first row and from the last one on the pose is constant.
 */
#ifndef GM_MOTION_TRACK_H
#define GM_MOTION_TRACK_H

#include "base/status.h"
#include "motion/pose.h"

typedef struct gm_track_row {
  double time;         /* s */
  gm_vec3 position;    /* m */
  gm_quat orientation; /* 1  unit */
  gm_vec3 velocity;    /* m/s    velocity at the row; set by gm_track_finish */
  /* rad/s  angular velocity between this row and the next; set by gm_track_finish */
  gm_vec3 spin;
} gm_track_row;

typedef struct gm_track {
  int n;
  gm_track_row *row; /* [n], in rising order of time */
} gm_track;

/* Allocates n rows, all zero. GM_ERR_MEMORY: *track is empty. */
gm_status gm_track_init(gm_track *track, int n);
void gm_track_clear(gm_track *track);

/* Computes velocities and spins from times, positions and orientations of at least one
 * row. */
void gm_track_finish(gm_track *track);

/* Pose, velocity and spin at time t (s).  At the time of a row, the spin is that of the
 * interval that begins there. */
gm_pose gm_track_pose(const gm_track *track, double t);

/* Upper bounds of the velocity (m/s) and of the spin (rad/s) at any time. */
void gm_track_fastest(const gm_track *track, double *speed, double *spin);

#endif
