/* structure/track.h -- a pose that follows a table: rows of time, place and orientation.
 *
 * Room: structure.  May include: base.
 *
 * Between rows the place is a cubic in each coordinate, with continuous velocity, that
 * rises where the rows rise, falls where they fall and rests where they rest: it never
 * passes beyond the rows on either side.  The orientation turns at a constant rate about a
 * fixed axis, the shorter way.  Velocity and spin are the exact rates of these.  Before the
 * first row and from the last one on the pose stays.
 */
#ifndef GM_STRUCTURE_TRACK_H
#define GM_STRUCTURE_TRACK_H

#include "base/status.h"
#include "structure/pose.h"

typedef struct gm_track_row {
  double time;         /* s */
  gm_vec3 position;    /* m */
  gm_quat orientation; /* 1  unit */
  gm_vec3 velocity;    /* m/s    at the row: gm_track_link */
  gm_vec3 spin;        /* rad/s  from here to the next row: gm_track_link */
} gm_track_row;

typedef struct gm_track {
  int n;
  gm_track_row *row; /* [n], times rise */
} gm_track;

/* Make n rows, all zero.  GM_ERR_MEMORY: *track is empty. */
gm_status gm_track_init(gm_track *track, int n);
void gm_track_clear(gm_track *track);

/* Set velocities and spins from times, positions and orientations, of which there is one
 * row at least. */
void gm_track_link(gm_track *track);

/* Pose, velocity and spin at time t (s); at a row those of the way that begins there. */
gm_pose gm_track_pose(const gm_track *track, double t);

/* Bounds of the velocity (m/s) and of the spin (rad/s) at any time. */
void gm_track_fastest(const gm_track *track, double *speed, double *spin);

#endif
