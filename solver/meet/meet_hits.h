/* meet/meet_hits.h -- finds the samples of one body that are inside another. */
#ifndef GM_MEET_MEET_HITS_H
#define GM_MEET_MEET_HITS_H

#include "form/form.h"
#include "form/meetings.h"
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

/* From the body frame of a to that of b, both without scale:
 * y' = stretch turn y + offset. */
typedef struct gm_meet_passage {
  gm_quat turn;
  double stretch;
  gm_vec3 offset; /* m */
} gm_meet_passage;

GM_INLINE gm_meet_passage gm_meet_hits_passage(const gm_meet_body *a,
                                               const gm_meet_body *b)
{
  return (gm_meet_passage){
      .turn = gm_quat_product(gm_quat_conjugate(b->pose.orientation),
                              a->pose.orientation),
      .stretch = a->scale / b->scale,
      .offset = gm_scale(1.0 / b->scale,
                         gm_pose_to_body(&b->pose, a->pose.position))};
}

GM_INLINE gm_vec3 gm_meet_hits_pass(const gm_meet_passage *p, gm_vec3 y)
{
  return gm_madd(p->offset, p->stretch, gm_quat_rotate(p->turn, y));
}

/* Append the listed samples of `a` with a distance below 0 from `b` to hit[n ...], by
 * sample; number: 0 or 1, which side of the pair they are.  Returns their new number.
 * Requires: room for all samples that are listed. */
gm_index gm_meet_hits_find(const gm_meet_body *a, const gm_meet_body *b,
                           int number, const gm_meeting_side *side,
                           gm_meet_hit *hit, gm_index n);

#endif
