/* meet/meet_pair.c -- the contact of two structures in one step.
 *
 * First the samples of both that are inside the other are found; their area gives the
 * stiffness of the contact and with it the dashpot, whose damping ratio makes the
 * restitution of the pair.  Then each sample bears its force.  A sample counts half where
 * both bodies have samples.
 */
#include "meet/meet_pair.h"

#include "base/memory.h"
#include "form/form_field.h"
#include "meet/meet_near.h"
#include "meet/meet_plane.h"

/* ---- geometry of the contact ------------------------------------------------------- */

/* Sums over the samples that touch. */
typedef struct sums {
  double area, weight;    /* m2, m3: sum of area, of area times depth */
  gm_vec3 centre, normal; /* of the pressure, from b to a */
} sums;

static sums add_up(const gm_meet_hit *hit, gm_index n, const double share[2])
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

static double mobility_of(const gm_structure *s, gm_vec3 x, gm_vec3 n)
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
static gm_index material_of(const gm_structure *s, gm_index sample)
{
  return s->patch_material ? s->patch_material[s->form->sample[sample].patch]
                           : s->material;
}

/* The dashpot of the ratio zeta to the stiffness k A of the contact:
 * c A = 2 zeta sqrt(k A m), weakened for late velocities as contact/friction.h says. */
static gm_meet_coefficients coefficients_of(const gm_meet_material *m, double k,
                                            double area, double mobility,
                                            gm_law_time time, int twin)
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

static gm_index patch_of(const gm_structure *s, gm_vec3 x);

static gm_vec3 surface_velocity(const pair *p, int body, gm_index patch,
                                gm_vec3 x, gm_vec3 n)
{
  const gm_structure *s = p->body[body];
  if (!s->n_conveyor) return gm_pose_velocity_at(&p->late[body], x);
  return gm_structures_velocity(s, &p->late[body], patch, x, n);
}

/* Velocity of a sample relative to the other body; *belt: the parts of it by conveyors of
 * its own body and of the other. */
static gm_vec3 velocity_of(const pair *p, const gm_meet_hit *h, gm_vec3 belt[2])
{
  const int own = h->side, other = 1 - h->side;
  const gm_index patch = p->body[own]->form->sample[h->sample].patch;
  gm_index theirs = 0;
  if (p->body[other]->n_conveyor && p->body[other]->patch_part)
    theirs =
        patch_of(p->body[other], gm_pose_to_body(&p->at[other].pose, h->x));
  const gm_vec3 v = surface_velocity(p, own, patch, h->x, h->n);
  const gm_vec3 w = surface_velocity(p, other, theirs, h->x, h->g);
  belt[0] = gm_sub(v, gm_pose_velocity_at(&p->late[own], h->x));
  belt[1] = gm_sub(w, gm_pose_velocity_at(&p->late[other], h->x));
  return gm_sub(v, w);
}

/* Conveyors do work on the contact beside that of the bodies. */
static void add_belts(gm_meeting *row, const gm_meet_hit *h,
                      const gm_meet_force *f, const gm_vec3 belt[2],
                      double share)
{
  row->belt[h->side] -= share * gm_dot(f->force, belt[0]);
  row->belt[1 - h->side] += share * gm_dot(f->force, belt[1]);
  row->belt_dash += share * gm_dot(f->dash, gm_sub(belt[0], belt[1]));
}

/* Patch of the sample nearest to the body point y (m, scaled), or 0. */
static gm_index patch_of(const gm_structure *s, gm_vec3 y)
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
static void exert(gm_meeting_wrench *w, gm_vec3 origin, gm_vec3 x, gm_vec3 f,
                  gm_vec3 couple)
{
  w->force = gm_add(w->force, f);
  w->torque = gm_add(w->torque, gm_add(couple, gm_cross(gm_sub(x, origin), f)));
}

static gm_status keep_contact(const pair *p, const gm_meet_hit *h, gm_vec3 f)
{
  gm_meeting *row = p->row;
  const gm_vec3 y = gm_pose_to_body(&p->at[1].pose, h->x);
  const gm_index patch = h->side ? p->body[1]->form->sample[h->sample].patch
                                 : patch_of(p->body[1], y);
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
static gm_meet_coefficients choose(const pair *p, const gm_meet_hit *h,
                                   double mobility)
{
  const gm_structure *own = p->body[h->side], *other = p->body[1 - h->side];
  const int twin = other->mirror || other->reflects;
  const gm_index a = material_of(own, h->sample);
  const gm_meet_material *m =
      &p->step->table->pair[a][twin ? a : other->material];
  gm_meet_coefficients c =
      coefficients_of(m, p->k, p->sums.area, mobility, p->step->time, p->twin);
  if (isnan(c.mu)) c.mu = 0.0;
  return c;
}

static gm_status press(const pair *p, const gm_meet_hit *hit, gm_index n,
                       gm_meet_scratch *scratch)
{
  gm_meeting *row = p->row;
  const gm_vec3 origin = p->at[0].pose.position;
  const double u =
      mobility_of(p->body[0], p->sums.centre, p->sums.normal) +
      mobility_of(p->body[1],
                  gm_sub(p->sums.centre, gm_sub(p->at[1].pose.position,
                                                p->body[1]->pose.position)),
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
      c = choose(p, h, u);
    } else if (!alike) {
      c = choose(p, h, u);
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
        .velocity = velocity_of(p, h, belt),
        .spring = known ? gm_quat_rotate(turn, was->spring[old].stretch)
                        : gm_vec(0.0, 0.0, 0.0),
        .before = known ? was->spring[old].area : h->projected};
    const gm_meet_force f = gm_meet_law(&c, &s, p->step->time);
    scratch->spring[k] = (gm_meeting_spring){gm_quat_unrotate(turn, f.spring),
                                             h->projected, h->depth, h->sample};
    const double share = p->shares.share[h->side],
                 part = h->side ? -share : share;
    const gm_vec3 force = gm_scale(part, f.force);
    exert(&row->all, origin, h->x, force, gm_scale(part, f.couple));
    exert(&row->dash, origin, h->x, gm_scale(part, f.dash),
          gm_vec(0.0, 0.0, 0.0));
    add_belts(row, h, &f, belt, share);
    row->elastic += share * f.elastic;
    row->lost += share * f.lost;
    row->friction += share * f.friction;
    if (p->step->captures) GM_TRY(keep_contact(p, h, force));
  }
  row->stiffness = p->k * p->sums.area;
  row->damping = c.c * p->sums.area;
  return GM_OK;
}

/* ---- all --------------------------------------------------------------------------- */

static void reset(gm_meeting *row)
{
  const gm_vec3 zero = {0.0, 0.0, 0.0};
  row->all = row->dash = (gm_meeting_wrench){zero, zero};
  row->centre = row->normal = zero;
  row->area = row->depth = row->stiffness = row->damping = 0.0;
  row->elastic = row->lost = row->friction = 0.0;
  row->belt[0] = row->belt[1] = row->belt_dash = 0.0;
  row->deep = row->n_contacts = 0;
}

static gm_status keep_springs(gm_meeting *row, const gm_meet_hit *hit,
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
  reset(row);
  gm_meet_hit *hit = scratch->hit;
  gm_index n = 0;
  if (a->present && b->present) {
    GM_TRY(gm_meet_near_update(row, p.at, scratch->near));
    for (int k = 0; k < 2; ++k)
      n = gm_meet_hits_find(&p.at[k], &p.at[1 - k], k, &row->side[k], hit, n);
  }
  if (n > 0) {
    p.k = gm_meet_rules_foundation(step->table, a, b);
    if (a->form->n && b->form->n) p.shares.share[0] = p.shares.share[1] = 0.5;
    gm_meet_plane_share(hit, n, &p.shares);
    p.sums = add_up(hit, n, p.shares.share);
    GM_TRY(press(&p, hit, n, scratch));
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
  return keep_springs(row, hit, n, scratch->spring);
}
