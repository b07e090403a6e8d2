/* measure/meeting_frames.c -- contacts of two structures at one instant. */
#include "measure/meeting_frames.h"

gm_index gm_meeting_frames_count(const gm_scene *s)
{
  gm_index n = 0;
  for (gm_index k = 0; k < s->meetings.n; ++k)
    n += s->meetings.row[k].n_contacts;
  return n;
}

/* Centre of mass, or the origin of a structure that is not free. */
static gm_vec3 centre_of(const gm_structure *s)
{
  return s->rigid ? gm_pose_to_world(&s->pose, s->rigid->centre)
                  : s->pose.position;
}

static void append(const gm_scene *s, const gm_meeting *m,
                   const gm_meeting_contact *c, gm_frame_contacts *f)
{
  const gm_index at = f->n++;
  const gm_structure *a = &s->structures.row[m->a];
  f->id_a[at] = f->id_b[at] = -1;
  f->other[at] = m->a;
  f->structure[at] = m->b;
  f->patch[at] = c->patch;
  f->normal[at] = c->weight > 0.0 ? gm_unit(c->normal) : m->normal;
  f->to[at] =
      c->weight > 0.0 ? gm_scale(1.0 / c->weight, c->centre) : m->centre;
  f->from[at] = gm_form_bounded(a->form) ? centre_of(a) : f->to[at];
  f->force[at] = c->force;
  f->overlap[at] = c->depth;
  f->area[at] = c->area;
  f->source[at] = -1;
  if (!f->history) return;
  f->damped[at] = f->slid[at] = 0.0;
  f->history[at] = f->couple[at] = (gm_row4){0.0, 0.0, 0.0, 0.0};
  f->last[at] = gm_vec(0.0, 0.0, 0.0);
  f->image[at] = m->image;
}

void gm_meeting_frames_append(const gm_scene *s, gm_frame_contacts *f)
{
  for (gm_index k = 0; k < s->meetings.n; ++k) {
    const gm_meeting *m = &s->meetings.row[k];
    for (gm_index c = 0; c < m->n_contacts; ++c)
      append(s, m, &m->contact[c], f);
  }
}
