/* meet/meet_hits.c -- finds the samples of one body that are inside another.
 *
 * Distances from a mesh are interpolated between its virtual particles, many at once.
 */
#include "meet/meet_hits.h"

#include "form/form_field.h"

/* Samples whose distances are found together. */
typedef struct batch {
  const gm_meet_body *a, *b;
  const gm_meet_passage *to;
  int side;
  int n;
  gm_index sample[GM_INTERPOLATE_BLOCK];
  gm_interpolate_block at; /* places in the frame of b, and distances */
  gm_interpolate_work work;
  gm_meet_hit *hit;
  gm_index n_hits;
} batch;

GM_INLINE void note_hit(batch *t, int q, gm_form_probe p)
{
  const gm_meet_body *a = t->a, *b = t->b;
  const gm_form_sample *s = &a->form->sample[t->sample[q]];
  const gm_vec3 normal = gm_quat_rotate(t->to->turn, s->n);
  const double facing = -gm_dot(normal, p.gradient);
  const double area = a->scale * a->scale * s->a;
  t->hit[t->n_hits++] =
      (gm_meet_hit){.sample = t->sample[q],
                    .x = gm_pose_to_world(&a->pose, gm_scale(a->scale, s->y)),
                    .g = gm_quat_rotate(b->pose.orientation, p.gradient),
                    .n = gm_quat_rotate(a->pose.orientation, s->n),
                    .depth = -b->scale * p.distance,
                    .area = area,
                    .projected = facing > 0.0 ? area * facing : 0.0,
                    .side = t->side};
}

/* Find the distances of the batch and note what is inside. */
GM_INLINE void try_batch(batch *t)
{
  const gm_form *f = t->b->form;
  const int mesh = f->solid.kind == GM_FORM_MESH;
  gm_interpolate_block *at = &t->at;
  if (mesh) {
    for (int q = 0; q < t->n; ++q)
      t->work.lattice[q] = &f->lattice;
    gm_interpolate_each(at, t->n, &t->work);
  }
  for (int q = 0; q < t->n; ++q) {
    const gm_vec3 y = {at->x[q], at->y[q], at->z[q]};
    gm_form_probe p;
    if (mesh) {
      const gm_interpolated i = {at->distance[q],
                                 {at->gx[q], at->gy[q], at->gz[q]},
                                 at->corners[q],
                                 at->under[q],
                                 at->flagged[q]};
      p = gm_form_field_judge(f, y, &i);
    } else {
      p = gm_form_field(f, y);
    }
    if (p.distance < 0.0) note_hit(t, q, p);
  }
  t->n = 0;
}

GM_CLONED gm_index gm_meet_hits_find(const gm_meet_body *a,
                                     const gm_meet_body *b, int number,
                                     const gm_meeting_side *side,
                                     gm_meet_hit *hit, gm_index n)
{
  if (!side->n_near) return n;
  const gm_meet_passage to = gm_meet_hits_passage(a, b);
  batch t;
  t.a = a;
  t.b = b;
  t.to = &to;
  t.side = number;
  t.n = 0;
  t.hit = hit;
  t.n_hits = n;
  for (gm_index k = 0; k < side->n_near; ++k) {
    const gm_vec3 y = gm_meet_hits_pass(&to, a->form->sample[side->near[k]].y);
    t.sample[t.n] = side->near[k];
    t.at.x[t.n] = y.x;
    t.at.y[t.n] = y.y;
    t.at.z[t.n] = y.z;
    if (++t.n == GM_INTERPOLATE_BLOCK) try_batch(&t);
  }
  try_batch(&t);
  return t.n_hits;
}
