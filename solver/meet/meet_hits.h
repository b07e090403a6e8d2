/* meet/meet_hits.h -- finds the samples of one body that are inside another. */
#ifndef GM_MEET_MEET_HITS_H
#define GM_MEET_MEET_HITS_H

#include "form/form.h"
#include "motion/pose.h"

/* A sample inside the other body, in world axes. */
typedef struct gm_meet_hit {
  gm_index sample;
  gm_vec3 x;        /* m  place, beside the body a of the pair */
  gm_vec3 g;        /* 1  gradient of the distance from the other body */
  gm_vec3 n;        /* 1  outward normal */
  double depth;     /* m */
  double area;      /* m2 */
  double projected; /* m2 */
  int side;         /* of the pair */
} gm_meet_hit;

/* A form in its place. */
typedef struct gm_meet_body {
  const gm_form *form;
  double scale;
  gm_pose pose; /* shifted to the image that is met */
} gm_meet_body;

/* Append the samples of `a` with a distance below 0 from `b` and a projected area above 0
 * to hit[n ...], by sample.  Returns their new number; *queries grows by the number of
 * distances, *clear (m) falls to how far the two may move before there is another.
 * Requires: room for all samples of a. */
gm_index gm_meet_hits_find(const gm_meet_body *a, const gm_meet_body *b,
                           int side, gm_meet_hit *hit, gm_index n,
                           gm_index *queries, double *clear);

#endif
