/* meet/meet_pair.c -- the contact of two structures in one step.
 *
 * First the samples of both that are inside the other are found; their area gives the
 * stiffness of the contact and with it the dashpot, whose damping ratio makes the
 * restitution of the pair.  Then each sample bears its force.  A sample counts half where
 * both bodies have samples.
 */
#include "meet/meet_pair.h"

#include "base/memory.h"
#include "body/form_build.h"
#include "body/form_field.h"

/* Finds the samples of one body that are inside another.
 *
 * Distances from a mesh are interpolated between its virtual particles, many at once. */

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

GM_INLINE gm_meet_passage passage_of(const gm_meet_body *a,
                                     const gm_meet_body *b)
{
  return (gm_meet_passage){
      .turn = gm_quat_product(gm_quat_conjugate(b->pose.orientation),
                              a->pose.orientation),
      .stretch = a->scale / b->scale,
      .offset = gm_scale(1.0 / b->scale,
                         gm_pose_to_body(&b->pose, a->pose.position))};
}

GM_INLINE gm_vec3 pass_place(const gm_meet_passage *p, gm_vec3 y)
{
  return gm_madd(p->offset, p->stretch, gm_quat_rotate(p->turn, y));
}

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

/* Append the listed samples of `a` with a distance below 0 from `b` to hit[n ...], by
 * sample; number: 0 or 1, which side of the pair they are.  Returns their new number.
 * Requires: room for all samples that are listed. */
GM_CLONED static gm_index find_meet_hits(const gm_meet_body *a,
                                         const gm_meet_body *b, int number,
                                         const gm_meeting_side *side,
                                         gm_meet_hit *hit, gm_index n)
{
  if (!side->n_near) return n;
  const gm_meet_passage to = passage_of(a, b);
  batch t;
  t.a = a;
  t.b = b;
  t.to = &to;
  t.side = number;
  t.n = 0;
  t.hit = hit;
  t.n_hits = n;
  for (gm_index k = 0; k < side->n_near; ++k) {
    const gm_vec3 y = pass_place(&to, a->form->sample[side->near[k]].y);
    t.sample[t.n] = side->near[k];
    t.at.x[t.n] = y.x;
    t.at.y[t.n] = y.y;
    t.at.z[t.n] = y.z;
    if (++t.n == GM_INTERPOLATE_BLOCK) try_batch(&t);
  }
  try_batch(&t);
  return t.n_hits;
}

/* Which samples of two bodies may touch in the next steps.
 *
 * A list has the samples that are inside the other body or nearer to it than the slack.
 * It is valid until a point of one body may have moved, relative to the other, by as much
 * as the nearest sample that is not listed is away; it is then made anew.  The balls
 * around samples are tested from large to small: the distance is 1-Lipschitz, so that a
 * ball whose centre is farther from the body than its radius and the slack has no sample
 * for the list.
 *
 * A sample that is listed but does not touch adds nothing, so that no bit of the motion
 * depends on the lists. */

/* 1  slack over the smallest extent of the smaller body */
static const double slack_of = 0.01;
/* 1  rounding of positions */
static const double sure = 0.999;

/* ---- when -------------------------------------------------------------------------- */

static double meet_radius(const gm_meet_body *b)
{
  return gm_form_bounded(b->form) ? b->scale * b->form->radius : INFINITY;
}

/* The smaller of the two, whose motion is seen from the other: 0 or 1. */
static int meet_smaller_body(const gm_meet_body at[2])
{
  return meet_radius(&at[1]) < meet_radius(&at[0]);
}

/* Centre and orientation of body k in the frame of the other. */
static gm_vec3 meet_seen_from_other(const gm_meet_body at[2], int k,
                                    gm_quat *turn)
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
static double meet_way_travelled(const gm_meeting *row,
                                 const gm_meet_body at[2])
{
  gm_quat turn;
  const int k = meet_smaller_body(at);
  const double way =
      gm_norm(gm_sub(meet_seen_from_other(at, k, &turn), row->place));
  const gm_quat by = gm_quat_product(turn, gm_quat_conjugate(row->turn));
  /* chord of the angle t whose quaternion has a vector part of length sin(t / 2) */
  const double chord = 2.0 * gm_norm(gm_vec(by.x, by.y, by.z));
  return way + (meet_radius(&at[k]) + way) * chord;
}

/* ---- lists ------------------------------------------------------------------------- */

/* Put the samples of a that are near b into list[], by sample; *clear (m) falls to the
 * distance of the nearest that is not.  Returns their number. */
GM_CLONED static gm_index collect_near_meet(const gm_meet_body *a,
                                            const gm_meet_body *b, double slack,
                                            gm_index *list, double *clear)
{
  const gm_form *f = a->form;
  gm_index stack[GM_FORM_BALLS_DEPTH], n = 0;
  int top = 0;
  if (!f->n) return 0;
  const gm_meet_passage to = passage_of(a, b);
  const double most = slack / b->scale;
  double least = INFINITY;
  stack[top++] = 0;
  while (top > 0) {
    const gm_form_ball *ball = &f->ball[stack[--top]];
    const double radius = ball->radius * to.stretch;
    const gm_vec3 centre = pass_place(&to, ball->centre);
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
      const gm_vec3 y = pass_place(&to, f->sample[k].y);
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

static gm_status keep_near_meet(gm_meeting_side *side, const gm_index *list,
                                gm_index n)
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

/* Bring the lists of samples of the row up to date, if the two may have moved so far
 * that another sample touches.  list: scratch memory for the samples of either.
 * GM_ERR_MEMORY. */
static gm_status update_near_meet(gm_meeting *row, const gm_meet_body at[2],
                                  gm_index *list)
{
  if (row->clear > 0.0 && meet_way_travelled(row, at) < row->clear)
    return GM_OK;
  const double slack = slack_of * fmin(at[0].scale * at[0].form->size,
                                       at[1].scale * at[1].form->size);
  double clear = INFINITY;
  row->clear = 0.0;
  for (int k = 0; k < 2; ++k) {
    const gm_index n =
        collect_near_meet(&at[k], &at[1 - k], slack, list, &clear);
    GM_TRY(keep_near_meet(&row->side[k], list, n));
  }
  row->clear = sure * clear;
  row->place = meet_seen_from_other(at, meet_smaller_body(at), &row->turn);
  return GM_OK;
}

/* Contacts in which one body is a plane to the other.
 *
 * Where one body has one face and no edge in the contact, the force is along the normal
 * of that face, as on a plane.  The other body's samples alone make it, unless they are
 * too few yet.  Samples of the face would press along the faces of the other body: a
 * tilted die without friction would be pushed sideways by a slab. */

/* What the samples of each side bear. */
typedef struct gm_meet_shares {
  double radius[2]; /* m  of the bodies */
  double share[2];  /* 1/2 each, or 1 each where one body has samples */
  int flat[2]; /* 1: the other body shows one face to all samples of the side */
} gm_meet_shares;

/* 1  samples bear all if their volume is a third of that of the plane's samples, the
 * inverse of their part of the sum */
static const double enough = 4.0;

/* Does the other body show one face to all samples of a side? */
static int is_meet_flat(const gm_meet_hit *hit, gm_index n, int side)
{
  const gm_meet_hit *first = NULL;
  for (gm_index k = 0; k < n; ++k) {
    if (hit[k].side != side) continue;
    if (!first) first = &hit[k];
    if (gm_norm2(gm_sub(hit[k].g, first->g)) > 1.0e-10) return 0;
  }
  return 1;
}

/* Is a body a plane in the contact?  The other body's samples see one face of it, with
 * one normal, and so have its own samples. */
static int is_meet_plane_hit(const gm_meet_hit *hit, gm_index n, int body)
{
  gm_vec3 normal = {0.0, 0.0, 0.0};
  for (gm_index k = 0; k < n; ++k) {
    const gm_vec3 one = hit[k].side == body ? hit[k].n : hit[k].g;
    if (k > 0 && gm_norm2(gm_sub(one, normal)) > 1.0e-10) return 0;
    normal = one;
  }
  return 1;
}

/* Sum of area times depth of the samples of a side. */
static double hit_meet_weight(const gm_meet_hit *hit, gm_index n, int side)
{
  double sum = 0.0;
  for (gm_index k = 0; k < n; ++k)
    if (hit[k].side == side) sum += hit[k].projected * hit[k].depth;
  return sum;
}

/* Which body is a plane to the other: the larger one, if both are; -1: none. */
static int find_meet_plane(const gm_meet_hit *hit, gm_index n,
                           const gm_meet_shares *s)
{
  const int first = is_meet_plane_hit(hit, n, 0);
  const int second = is_meet_plane_hit(hit, n, 1);
  if (first && second) return s->radius[0] > s->radius[1] ? 0 : 1;
  return first ? 0 : second ? 1 : -1;
}

/* Finds which faces are flat.  If one body is a plane to the other, its samples press
 * along its normal, and bear what the other body's are too few for: the share of these
 * rises to 1 as the volume that they sample reaches a third of that of the plane's. */
static void find_meet_shares(gm_meet_hit *hit, gm_index n, gm_meet_shares *s)
{
  for (int side = 0; side < 2; ++side)
    s->flat[side] = is_meet_flat(hit, n, side);
  if (s->share[0] + s->share[1] > 1.5) return;
  const int plane = find_meet_plane(hit, n, s);
  if (plane < 0) return;
  const double own = hit_meet_weight(hit, n, 1 - plane);
  const double sum = own + hit_meet_weight(hit, n, plane);
  s->share[1 - plane] = sum > 0.0 ? fmin(1.0, enough * own / sum) : 0.5;
  s->share[plane] = 1.0 - s->share[1 - plane];
  s->flat[plane] = 0;
  for (gm_index k = 0; k < n; ++k)
    if (hit[k].side == plane) hit[k].g = gm_scale(-1.0, hit[k].n);
}

/* ---- geometry of the contact ------------------------------------------------------- */

/* Sums over the samples that touch. */
typedef struct sums {
  double area, weight;    /* m2, m3: sum of area, of area times depth */
  gm_vec3 centre, normal; /* of the pressure, from b to a */
} sums;

static sums add_up_meet_hits(const gm_meet_hit *hit, gm_index n,
                             const double share[2])
{
  sums s = {0};
  for (gm_index k = 0; k < n; ++k) {
    const double w = share[hit[k].side] * hit[k].projected;
    const double wd = w * hit[k].depth;
    s.area += w;
    s.weight += wd;
    s.centre = gm_madd(s.centre, wd, hit[k].x);
    s.normal = gm_madd(s.normal, hit[k].side ? -wd : wd, hit[k].g);
  }
  if (s.weight > 0.0)
    s.centre = gm_scale(1.0 / s.weight, s.centre);
  else
    s.centre = hit[0].x;
  s.normal = gm_unit(s.normal);
  return s;
}

static double meet_point_mobility(const gm_structure *s, gm_vec3 x, gm_vec3 n)
{
  return s->rigid ? gm_rigid_mobility(s->rigid, x, n) : 0.0;
}

gm_pose gm_meet_pair_shifted(const gm_scene *s, const gm_meeting *row,
                             const gm_pose *pose)
{
  gm_pose p = *pose;
  if (row->image)
    p.position = gm_add(p.position, gm_row_vec(s->domain.shift[row->image]));
  return p;
}

/* ---- coefficients ------------------------------------------------------------------ */

/* Material of a sample: that of its patch. */
static gm_index sample_meet_material(const gm_structure *s, gm_index sample)
{
  return s->patch_material ? s->patch_material[s->form->sample[sample].patch]
                           : s->material;
}

/* The dashpot of the ratio zeta to the stiffness k A of the contact:
 * c A = 2 zeta sqrt(k A m), weakened for late velocities as contact/friction.h says. */
static gm_meet_coefficients meet_coefficients(const gm_meet_material *m,
                                              double k, double area,
                                              double mobility, gm_law_time time,
                                              int twin)
{
  gm_meet_coefficients c = {.k = k,
                            .kt = m->ratio * k,
                            .mu = twin ? 0.0 : m->mu,
                            .mobility = mobility * area};
  if (!(mobility * area > 0.0)) return c;
  const double rate = 2.0 * m->zeta * sqrt(k * area * mobility);
  const double rate_t = rate * sqrt(m->ratio);
  c.c = rate / (mobility * area) / (1.0 + 0.5 * time.lag * rate);
  c.ct =
      rate_t / (mobility * area) / (1.0 + 0.5 * time.turn * time.lag * rate_t);
  return c;
}

/* ---- one pair ---------------------------------------------------------------------- */

typedef struct pair {
  const gm_meet_step *step;
  gm_meeting *row;
  const gm_structure *body[2]; /* a, b */
  gm_meet_body at[2];
  gm_pose late[2]; /* poses of the velocities */
  gm_meet_shares shares;
  double k; /* N/m3 */
  int twin; /* 1: b is a mirror of the domain */
  sums sums;
} pair;

static gm_index meet_patch(const gm_structure *s, gm_vec3 x);

static gm_vec3 meet_surface_velocity(const pair *p, int body, gm_index patch,
                                     gm_vec3 x, gm_vec3 n)
{
  const gm_structure *s = p->body[body];
  if (!s->n_conveyor) return gm_pose_velocity_at(&p->late[body], x);
  return gm_structures_velocity(s, &p->late[body], patch, x, n);
}

/* Velocity of a sample relative to the other body; *belt: the parts of it by conveyors of
 * its own body and of the other. */
static gm_vec3 meet_velocity(const pair *p, const gm_meet_hit *h,
                             gm_vec3 belt[2])
{
  const int own = h->side, other = 1 - h->side;
  const gm_index patch = p->body[own]->form->sample[h->sample].patch;
  gm_index theirs = 0;
  if (p->body[other]->n_conveyor && p->body[other]->patch_part)
    theirs =
        meet_patch(p->body[other], gm_pose_to_body(&p->at[other].pose, h->x));
  const gm_vec3 v = meet_surface_velocity(p, own, patch, h->x, h->n);
  const gm_vec3 w = meet_surface_velocity(p, other, theirs, h->x, h->g);
  belt[0] = gm_sub(v, gm_pose_velocity_at(&p->late[own], h->x));
  belt[1] = gm_sub(w, gm_pose_velocity_at(&p->late[other], h->x));
  return gm_sub(v, w);
}

/* Conveyors do work on the contact beside that of the bodies. */
static void add_meet_belts(gm_meeting *row, const gm_meet_hit *h,
                           const gm_meet_force *f, const gm_vec3 belt[2],
                           double share)
{
  row->belt[h->side] -= share * gm_dot(f->force, belt[0]);
  row->belt[1 - h->side] += share * gm_dot(f->force, belt[1]);
  row->belt_dash += share * gm_dot(f->dash, gm_sub(belt[0], belt[1]));
}

/* Patch of the sample nearest to the body point y (m, scaled), or 0. */
static gm_index meet_patch(const gm_structure *s, gm_vec3 y)
{
  const gm_form *f = s->form;
  const gm_vec3 at = gm_scale(1.0 / s->scale, y);
  double nearest = INFINITY;
  gm_index patch = 0, skip = -1;
  for (gm_index k = 0; k < f->n_balls; ++k) {
    const gm_form_ball *ball = &f->ball[k];
    if (ball->first < skip) continue;
    if (gm_norm(gm_sub(at, ball->centre)) - ball->radius > nearest) {
      skip = ball->first + ball->n;
      continue;
    }
    for (gm_index q = ball->first;
         ball->child[0] < 0 && q < ball->first + ball->n; ++q) {
      const double d = gm_norm(gm_sub(at, f->sample[q].y));
      if (d >= nearest) continue;
      nearest = d;
      patch = f->sample[q].patch;
    }
  }
  return patch;
}

/* Adds a force on a at x, and a couple. */
static void add_meet_force(gm_meeting_wrench *w, gm_vec3 origin, gm_vec3 x,
                           gm_vec3 f, gm_vec3 couple)
{
  w->force = gm_add(w->force, f);
  w->torque = gm_add(w->torque, gm_add(couple, gm_cross(gm_sub(x, origin), f)));
}

static gm_status keep_meet_contact(const pair *p, const gm_meet_hit *h,
                                   gm_vec3 f)
{
  gm_meeting *row = p->row;
  const gm_vec3 y = gm_pose_to_body(&p->at[1].pose, h->x);
  const gm_index patch = h->side ? p->body[1]->form->sample[h->sample].patch
                                 : meet_patch(p->body[1], y);
  gm_index k = 0;
  while (k < row->n_contacts && row->contact[k].patch < patch)
    ++k;
  if (k == row->n_contacts || row->contact[k].patch != patch) {
    if (row->n_contacts == row->contact_capacity) {
      const gm_index more = 2 * row->contact_capacity + 4;
      GM_TRY(GM_RESIZE(row->contact, row->n_contacts, more));
      row->contact_capacity = more;
    }
    for (gm_index q = row->n_contacts++; q > k; --q)
      row->contact[q] = row->contact[q - 1];
    row->contact[k] = (gm_meeting_contact){.patch = patch};
  }
  gm_meeting_contact *c = &row->contact[k];
  const double w = p->shares.share[h->side] * h->projected, wd = w * h->depth;
  c->force = gm_add(c->force, f);
  c->normal = gm_madd(c->normal, h->side ? -wd : wd, h->g);
  c->centre = gm_madd(c->centre, wd, h->x);
  c->weight += wd;
  c->area += w;
  c->depth = fmax(c->depth, h->depth);
  return GM_OK;
}

/* The coefficients of a sample; most pairs have one material on each side. */
static gm_meet_coefficients
choose_meet_coefficients(const pair *p, const gm_meet_hit *h, double mobility)
{
  const gm_structure *own = p->body[h->side], *other = p->body[1 - h->side];
  const int twin = other->mirror || other->reflects;
  const gm_index a = sample_meet_material(own, h->sample);
  const gm_meet_material *m =
      &p->step->table->pair[a][twin ? a : other->material];
  gm_meet_coefficients c = meet_coefficients(m, p->k, p->sums.area, mobility,
                                             p->step->time, p->twin);
  if (isnan(c.mu)) c.mu = 0.0;
  return c;
}

static gm_status press_meet_samples(const pair *p, const gm_meet_hit *hit,
                                    gm_index n, gm_meet_scratch *scratch)
{
  gm_meeting *row = p->row;
  const gm_vec3 origin = p->at[0].pose.position;
  const double u =
      meet_point_mobility(p->body[0], p->sums.centre, p->sums.normal) +
      meet_point_mobility(
          p->body[1],
          gm_sub(p->sums.centre,
                 gm_sub(p->at[1].pose.position, p->body[1]->pose.position)),
          p->sums.normal);
  gm_index old = 0;
  int alike = !p->body[0]->patch_material && !p->body[1]->patch_material;
  gm_meet_coefficients c = {0};
  for (gm_index k = 0; k < n; ++k) {
    const gm_meet_hit *h = &hit[k];
    const gm_meeting_side *was = &row->side[h->side];
    const gm_quat turn = p->at[1 - h->side].pose.orientation;
    if (k == 0 || hit[k - 1].side != h->side) {
      old = 0;
      c = choose_meet_coefficients(p, h, u);
    } else if (!alike) {
      c = choose_meet_coefficients(p, h, u);
    }
    while (old < was->n && was->spring[old].sample < h->sample)
      ++old;
    gm_vec3 belt[2];
    const int known = old < was->n && was->spring[old].sample == h->sample;
    const gm_meet_sample s = {
        .depth = h->depth,
        .area = h->area,
        .projected = h->projected,
        .flat = p->shares.flat[h->side],
        .g = h->g,
        .n = h->n,
        .velocity = meet_velocity(p, h, belt),
        .spring = known ? gm_quat_rotate(turn, was->spring[old].stretch)
                        : gm_vec(0.0, 0.0, 0.0),
        .before = known ? was->spring[old].area : h->projected};
    const gm_meet_force f = gm_meet_law(&c, &s, p->step->time);
    scratch->spring[k] = (gm_meeting_spring){gm_quat_unrotate(turn, f.spring),
                                             h->projected, h->depth, h->sample};
    const double share = p->shares.share[h->side],
                 part = h->side ? -share : share;
    const gm_vec3 force = gm_scale(part, f.force);
    add_meet_force(&row->all, origin, h->x, force, gm_scale(part, f.couple));
    add_meet_force(&row->dash, origin, h->x, gm_scale(part, f.dash),
                   gm_vec(0.0, 0.0, 0.0));
    add_meet_belts(row, h, &f, belt, share);
    row->elastic += share * f.elastic;
    row->lost += share * f.lost;
    row->friction += share * f.friction;
    if (p->step->captures) GM_TRY(keep_meet_contact(p, h, force));
  }
  row->stiffness = p->k * p->sums.area;
  row->damping = c.c * p->sums.area;
  return GM_OK;
}

/* ---- all --------------------------------------------------------------------------- */

static void reset_meet_sums(gm_meeting *row)
{
  const gm_vec3 zero = {0.0, 0.0, 0.0};
  row->all = row->dash = (gm_meeting_wrench){zero, zero};
  row->centre = row->normal = zero;
  row->area = row->depth = row->stiffness = row->damping = 0.0;
  row->elastic = row->lost = row->friction = 0.0;
  row->belt[0] = row->belt[1] = row->belt_dash = 0.0;
  row->deep = row->n_contacts = 0;
}

static gm_status keep_meet_springs(gm_meeting *row, const gm_meet_hit *hit,
                                   gm_index n, const gm_meeting_spring *spring)
{
  gm_index first = 0;
  for (int side = 0; side < 2; ++side) {
    gm_index count = 0;
    while (first + count < n && hit[first + count].side == side)
      ++count;
    GM_TRY(gm_meetings_reserve(&row->side[side], count));
    for (gm_index k = 0; k < count; ++k)
      row->side[side].spring[k] = spring[first + k];
    row->side[side].n = count;
    first += count;
  }
  return GM_OK;
}

gm_status gm_meet_pair_run(const gm_meet_step *step, gm_meeting *row,
                           gm_meet_scratch *scratch)
{
  const gm_scene *s = step->scene;
  const gm_structure *a = &s->structures.row[row->a];
  const gm_structure *b = &s->structures.row[row->b];
  pair p = {.step = step,
            .row = row,
            .body = {a, b},
            .at = {{a->form, a->scale, a->pose},
                   {b->form, b->scale, gm_meet_pair_shifted(s, row, &b->pose)}},
            .late = {a->late, gm_meet_pair_shifted(s, row, &b->late)},
            .shares = {.radius = {a->scale * a->form->radius,
                                  b->scale * b->form->radius},
                       .share = {1.0, 1.0}},
            .twin = a->mirror || a->reflects || b->mirror || b->reflects};
  reset_meet_sums(row);
  gm_meet_hit *hit = scratch->hit;
  gm_index n = 0;
  if (a->present && b->present) {
    GM_TRY(update_near_meet(row, p.at, scratch->near));
    for (int k = 0; k < 2; ++k)
      n = find_meet_hits(&p.at[k], &p.at[1 - k], k, &row->side[k], hit, n);
  }
  if (n > 0) {
    p.k = gm_meet_rules_foundation(step->table, a, b);
    if (a->form->n && b->form->n) p.shares.share[0] = p.shares.share[1] = 0.5;
    find_meet_shares(hit, n, &p.shares);
    p.sums = add_up_meet_hits(hit, n, p.shares.share);
    GM_TRY(press_meet_samples(&p, hit, n, scratch));
    row->centre = p.sums.centre;
    row->normal = p.sums.normal;
    row->area = p.sums.area;
    for (gm_index k = 0; k < n; ++k) {
      const gm_structure *other = hit[k].side ? a : b,
                         *own = hit[k].side ? b : a;
      const double most = fmin(other->scale * other->form->depth,
                               own->scale * own->form->depth);
      row->depth = fmax(row->depth, hit[k].depth);
      row->deep += hit[k].depth > most;
    }
  }
  return keep_meet_springs(row, hit, n, scratch->spring);
}
