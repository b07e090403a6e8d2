/* body/meetings.h -- pairs of structures that are near each other, and the history of
 * their contacts.
 *
 * A row is a pair a < b, with the periodic image of b.  It has two sides: 0 with the
 * samples of a in the field of b, 1 with those of b in the field of a.  Each sample that
 * touches keeps a spring.  A pair that does not touch has none and adds nothing, so that
 * no bit of the motion depends on when the table is built.
 */
#ifndef GM_BODY_MEETINGS_H
#define GM_BODY_MEETINGS_H

#include "base/quat.h"
#include "base/status.h"
#include "base/types.h"
#include "base/vec3.h"
#include <stddef.h>

/* The tangential spring of one sample. */
typedef struct gm_meeting_spring {
  gm_vec3 stretch; /* m   in the body frame of the other structure */
  double area;     /* m2  projected area of the sample in the last step */
  double depth;    /* m   in the last step */
  gm_index sample;
} gm_meeting_spring;

typedef struct gm_meeting_side {
  gm_index n, capacity;
  gm_meeting_spring *spring; /* [n] by sample */
  gm_index n_near, near_capacity;
  gm_index *near; /* [n_near] samples that may touch, rising */
} gm_meeting_side;

/* A force, and its torque about the origin of a. */
typedef struct gm_meeting_wrench {
  gm_vec3 force, torque; /* N, N m */
} gm_meeting_wrench;

/* The contact of a with one patch of b, as frames show it. */
typedef struct gm_meeting_contact {
  gm_index patch;
  gm_vec3 force;  /* N  on a */
  gm_vec3 normal; /* sum of area times depth times normal; not of unit length */
  gm_vec3 centre; /* likewise of the place */
  double weight;  /* m3  sum of area times depth */
  double area;    /* m2 */
  double depth;   /* m  largest */
} gm_meeting_contact;

typedef struct gm_meeting {
  gm_index a, b;
  uint8_t image; /* of b: scene/domain.h */
  gm_meeting_side side[2];

  /* Results of the last computed step. */
  gm_meeting_wrench all;  /* on a */
  gm_meeting_wrench dash; /* the part of it that springs do not store */
  gm_vec3 centre;         /* m  centre of pressure, beside a */
  gm_vec3 normal;         /* 1  mean, from b to a; unit */
  double area;            /* m2  in contact, projected */
  double depth;           /* m   largest */
  double stiffness;       /* N/m  of the foundation along the normal */
  double damping;         /* N s/m  of the dashpot likewise */
  double elastic;         /* J  stored by foundation and springs */
  double lost;            /* J  taken out of springs in the step */
  double friction;        /* J  dissipated by the tangential part in the step */
  double belt[2];         /* W  of conveyors of a and b on the contact */
  double belt_dash;       /* W  the part of the dashpots' power by conveyors */
  gm_index deep;          /* samples deeper than counts as contact */

  /* No other samples than those listed can touch until the smaller body has moved, seen
   * from the other, by `clear` (m) from this place of its centre and orientation; 0: the
   * lists are not made. */
  double clear;
  gm_vec3 place;
  gm_quat turn;
  gm_index n_contacts, contact_capacity;
  gm_meeting_contact *contact; /* [n_contacts] by patch, of a captured step */
} gm_meeting;

/* How fast structures swing on each other. */
typedef struct gm_meeting_limit {
  double half; /* s  shortest half period of two structures; 0: none meet */
  double zeta; /* 1  its damping ratio */
  const char *a, *b; /* names of the two */
} gm_meeting_limit;

typedef struct gm_meetings {
  gm_index n, capacity;
  gm_meeting *row; /* [n] by (a, b, image) */
  int64_t deep;    /* samples deeper than counts as contact, since the start */
  double depth;    /* m  largest depth since the start */
} gm_meetings;

/* Does the pair touch? */
GM_INLINE int gm_meetings_touch(const gm_meeting *m)
{
  return m->side[0].n + m->side[1].n > 0;
}

/* Make room for n springs in a side, whose values are kept.  GM_ERR_MEMORY. */
gm_status gm_meetings_reserve(gm_meeting_side *side, gm_index n);

/* Release what a row owns. */
void gm_meetings_drop(gm_meeting *row);

void gm_meetings_clear(gm_meetings *meetings);

#endif
