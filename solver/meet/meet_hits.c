/* meet/meet_hits.c -- finds the samples of one body that are inside another.
 *
 * The balls around samples are tested from large to small: the distance is 1-Lipschitz,
 * so that a ball whose centre is farther from the body than its radius has no sample in
 * it.
 */
#include "meet/meet_hits.h"

#include "form/form_balls.h"
#include "form/form_field.h"

/* From the body frame of a to that of b:  y' = turn y + offset. */
typedef struct passage {
  gm_quat turn;
  double stretch;
  gm_vec3 offset;
} passage;

static gm_vec3 pass(const passage *p, gm_vec3 y)
{
  return gm_madd(p->offset, p->stretch, gm_quat_rotate(p->turn, y));
}

static gm_index try_leaf(const gm_meet_body *a, const gm_meet_body *b,
                         const passage *to, const gm_form_ball *ball, int side,
                         gm_meet_hit *hit, gm_index n)
{
  for (gm_index k = ball->first; k < ball->first + ball->n; ++k) {
    const gm_form_sample *s = &a->form->sample[k];
    const gm_form_probe p = gm_form_field(b->form, pass(to, s->y));
    if (!(p.distance < 0.0)) continue;
    const gm_vec3 normal = gm_quat_rotate(to->turn, s->n);
    const double facing = -gm_dot(normal, p.gradient);
    const double area = a->scale * a->scale * s->a;
    hit[n++] =
        (gm_meet_hit){.sample = k,
                      .x = gm_pose_to_world(&a->pose, gm_scale(a->scale, s->y)),
                      .g = gm_quat_rotate(b->pose.orientation, p.gradient),
                      .n = gm_quat_rotate(a->pose.orientation, s->n),
                      .depth = -b->scale * p.distance,
                      .area = area,
                      .projected = area * fmax(facing, 0.0),
                      .side = side};
  }
  return n;
}

GM_CLONED gm_index gm_meet_hits_find(const gm_meet_body *a,
                                     const gm_meet_body *b, int side,
                                     gm_meet_hit *hit, gm_index n,
                                     gm_index *queries, double *clear)
{
  const gm_form *f = a->form;
  gm_index stack[GM_FORM_BALLS_DEPTH];
  int top = 0;
  if (!f->n) return n;
  const passage to = {
      .turn = gm_quat_product(gm_quat_conjugate(b->pose.orientation),
                              a->pose.orientation),
      .stretch = a->scale / b->scale,
      .offset = gm_scale(1.0 / b->scale,
                         gm_pose_to_body(&b->pose, a->pose.position))};
  stack[top++] = 0;
  while (top > 0) {
    const gm_form_ball *ball = &f->ball[stack[--top]];
    ++*queries;
    const double radius = ball->radius * to.stretch;
    const double gap =
        gm_form_field_bound(b->form, pass(&to, ball->centre), radius) - radius;
    if (gap > 0.0) {
      *clear = fmin(*clear, b->scale * gap);
      continue;
    }
    if (ball->child[0] < 0) {
      *clear = 0.0;
      n = try_leaf(a, b, &to, ball, side, hit, n);
      *queries += ball->n;
      continue;
    }
    stack[top++] = ball->child[1];
    stack[top++] = ball->child[0];
  }
  return n;
}
