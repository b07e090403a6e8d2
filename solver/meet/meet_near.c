/* meet/meet_near.c -- which samples of two bodies may touch in the next steps.
 *
 * A list has the samples that are inside the other body or nearer to it than the slack.
 * It is valid until a point of one body may have moved, relative to the other, by as much
 * as the nearest sample that is not listed is away; it is then made anew.  The balls
 * around samples are tested from large to small: the distance is 1-Lipschitz, so that a
 * ball whose centre is farther from the body than its radius and the slack has no sample
 * for the list.
 *
 * A sample that is listed but does not touch adds nothing, so that no bit of the motion
 * depends on the lists.
 */
#include "meet/meet_near.h"

#include "base/memory.h"
#include "form/form_build.h"
#include "form/form_field.h"

/* 1  slack over the smallest extent of the smaller body */
static const double slack_of = 0.01;
/* 1  rounding of positions */
static const double sure = 0.999;

/* ---- when -------------------------------------------------------------------------- */

static double radius_of(const gm_meet_body *b)
{
  return gm_form_bounded(b->form) ? b->scale * b->form->radius : INFINITY;
}

/* The smaller of the two, whose motion is seen from the other: 0 or 1. */
static int smaller(const gm_meet_body at[2])
{
  return radius_of(&at[1]) < radius_of(&at[0]);
}

/* Centre and orientation of body k in the frame of the other. */
static gm_vec3 seen(const gm_meet_body at[2], int k, gm_quat *turn)
{
  const gm_meet_body *own = &at[k], *other = &at[1 - k];
  *turn = gm_quat_product(gm_quat_conjugate(other->pose.orientation),
                          own->pose.orientation);
  return gm_pose_to_body(
      &other->pose,
      gm_pose_to_world(&own->pose, gm_scale(own->scale, own->form->centre)));
}

/* How far (m) a point of one has moved at most relative to the other, of those that may
 * touch: points of the smaller body, and of the larger one those that are now in the
 * ball around it. */
static double travelled(const gm_meeting *row, const gm_meet_body at[2])
{
  gm_quat turn;
  const int k = smaller(at);
  const double way = gm_norm(gm_sub(seen(at, k, &turn), row->place));
  const gm_quat by = gm_quat_product(turn, gm_quat_conjugate(row->turn));
  /* chord of the angle t whose quaternion has a vector part of length sin(t / 2) */
  const double chord = 2.0 * gm_norm(gm_vec(by.x, by.y, by.z));
  return way + (radius_of(&at[k]) + way) * chord;
}

/* ---- lists ------------------------------------------------------------------------- */

/* Put the samples of a that are near b into list[], by sample; *clear (m) falls to the
 * distance of the nearest that is not.  Returns their number. */
GM_CLONED static gm_index collect(const gm_meet_body *a, const gm_meet_body *b,
                                  double slack, gm_index *list, double *clear)
{
  const gm_form *f = a->form;
  gm_index stack[GM_FORM_BALLS_DEPTH], n = 0;
  int top = 0;
  if (!f->n) return 0;
  const gm_meet_passage to = gm_meet_hits_passage(a, b);
  const double most = slack / b->scale;
  double least = INFINITY;
  stack[top++] = 0;
  while (top > 0) {
    const gm_form_ball *ball = &f->ball[stack[--top]];
    const double radius = ball->radius * to.stretch;
    const gm_vec3 centre = gm_meet_hits_pass(&to, ball->centre);
    const double gap =
        gm_form_field_bound(b->form, centre, radius + most) - radius;
    if (gap > most) {
      least = gap < least ? gap : least;
      continue;
    }
    if (ball->child[0] >= 0) {
      stack[top++] = ball->child[1];
      stack[top++] = ball->child[0];
      continue;
    }
    for (gm_index k = ball->first; k < ball->first + ball->n; ++k) {
      const gm_vec3 y = gm_meet_hits_pass(&to, f->sample[k].y);
      const double d = gm_form_field_bound(b->form, y, most);
      if (d > most)
        least = d < least ? d : least;
      else
        list[n++] = k;
    }
  }
  *clear = fmin(*clear, b->scale * least);
  return n;
}

static gm_status keep(gm_meeting_side *side, const gm_index *list, gm_index n)
{
  if (n > side->near_capacity) {
    const gm_index rows = n + n / 2 + 8;
    GM_TRY(GM_RESIZE(side->near, 0, rows));
    side->near_capacity = rows;
  }
  for (gm_index k = 0; k < n; ++k)
    side->near[k] = list[k];
  side->n_near = n;
  return GM_OK;
}

gm_status gm_meet_near_update(gm_meeting *row, const gm_meet_body at[2],
                              gm_index *list)
{
  if (row->clear > 0.0 && travelled(row, at) < row->clear) return GM_OK;
  const double slack = slack_of * fmin(at[0].scale * at[0].form->size,
                                       at[1].scale * at[1].form->size);
  double clear = INFINITY;
  row->clear = 0.0;
  for (int k = 0; k < 2; ++k) {
    const gm_index n = collect(&at[k], &at[1 - k], slack, list, &clear);
    GM_TRY(keep(&row->side[k], list, n));
  }
  row->clear = sure * clear;
  row->place = seen(at, smaller(at), &row->turn);
  return GM_OK;
}
