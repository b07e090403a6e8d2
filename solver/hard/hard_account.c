/* hard/hard_account.c -- losses, loads and counts of the collisions of a step.
 *
 * Each chunk adds its own contacts, to sums that have no order.
 */
#include "hard/hard_account.h"

#include "hard/hard_impulse.h"
#include "soft/loads.h"

/* ---- energy -------------------------------------------------------------------- */

/* Adds the kinetic energy of the grains of chunk c, `times` 1 or -1. */
static void add_kinetic(const gm_hard_setting *o, gm_index c, double times,
                        gm_sum *sum)
{
  const gm_grains *grains = &o->scene->grains;
  const gm_index *end = &o->scene->contacts.first_grain[c];
  for (gm_index i = end[0]; i < end[1]; ++i) {
    const gm_grain *g = &grains->g[i];
    if (!(g->v[3] > 0.0)) continue; /* held */
    gm_sum_add(sum, times * (0.5 * gm_norm2(gm_row_vec(g->v)) / g->v[3] +
                             0.5 * gm_norm2(gm_row_vec(grains->w[i])) *
                                 g->x[3] * g->x[3] / gm_hard_spin(o, i)));
  }
}

static int at_once(const gm_hard_grains *h)
{
  return h->rules.order != GM_ORDER_GAUSS_SEIDEL;
}

void gm_hard_account_begin(const gm_hard_work *w)
{
  const gm_hard_setting o = gm_hard_setting_of(w);
  gm_hard_grains *h = w->hard;
  const int team = gm_contacts_team(w->threads, o.scene->grains.n);
#pragma omp parallel for schedule(static) num_threads(team)
  for (gm_index c = 0; c < h->contacts.n_chunks; ++c) {
    h->result[c] = (gm_hard_result){0};
    if (at_once(h)) add_kinetic(&o, c, 1.0, &h->result[c].lost);
  }
}

/* Where the loads of a chunk go. */
typedef struct load_sums {
  gm_load_sum *structures, *held;
  gm_sum *over, *over_held;
} load_sums;

/* ---- held grains ------------------------------------------------------------------ */

/* Velocity of the surface of grain i at the contact; side: 1 for grain a. */
static gm_vec3 surface_of(const gm_hard_setting *o, const gm_hard_contact *c,
                          gm_index i, double side)
{
  const gm_grains *g = &o->scene->grains;
  const gm_vec3 arm = gm_scale(-side * c->lever * g->g[i].x[3], c->n);
  return gm_add(gm_row_vec(g->g[i].v), gm_cross(gm_row_vec(g->w[i]), arm));
}

/* Adds the impulse j on grain i to the load of the group that holds it.  Returns the work
 * of the group on the other grain, in J. */
static double load_group(const gm_hard_setting *o, const gm_hard_contact *c,
                         gm_index i, double side, const load_sums *to)
{
  const gm_scene *s = o->scene;
  const gm_grains *g = &s->grains;
  if (!gm_grains_held(g, i)) return 0.0;
  const gm_grain_held *held = &g->held[i];
  const gm_pose *pose = &s->held_groups.row[held->group - 1].pose;
  const gm_vec3 f = gm_scale(side / s->dt, c->j);
  const gm_vec3 arm = gm_madd(gm_quat_rotate(pose->orientation, held->seat),
                              -side * c->lever * g->g[i].x[3], c->n);
  const gm_index k = held->group - 1;
  gm_loads_add(&to->held[k], &to->over_held[GM_LOAD_OVER * k], f,
               gm_cross(arm, f), 0.0);
  return -side * gm_dot(c->j, surface_of(o, c, i, side));
}

/* ---- contacts ---------------------------------------------------------------------- */

/* Returns the work of held groups, in J. */
static double account_pair(const gm_hard_setting *o, const gm_hard_contact *c,
                           gm_hard_result *r, const load_sums *to)
{
  const gm_grain *g = o->scene->grains.g;
  o->hard->row[c->row] += gm_row(c->j, 1.0);
  const double apart = g[c->a].x[3] + g[c->b].x[3] - c->depth;
  gm_sum_add(&r->virial, gm_dot(c->j, c->n) * apart);
  gm_sum_add(&r->virial_xy, c->j.x * c->n.y * apart);
  ++r->pairs;
  if (!o->scene->grains.held) return 0.0;
  return load_group(o, c, c->a, 1.0, to) + load_group(o, c, c->b, -1.0, to);
}

/* Returns the work of the structure and of held groups, in J. */
static double account_wall(const gm_hard_setting *o, const gm_hard_wall *w,
                           gm_hard_result *r, const load_sums *to)
{
  const gm_scene *s = o->scene;
  const gm_hard_contact *c = &w->of;
  const gm_structure *body = &s->structures.row[c->b];
  const gm_vec3 f = gm_scale(1.0 / s->dt, c->j);
  o->hard->row[c->row] += gm_row(c->j, 1.0);
  ++r->walls;
  const gm_vec3 arm = gm_sub(w->foot, body->pose.position);
  gm_loads_add(&to->structures[c->b], &to->over[GM_LOAD_OVER * c->b],
               gm_scale(-1.0, f), gm_cross(f, arm), gm_dot(f, w->velocity));
  if (s->grains.held) load_group(o, c, c->a, 1.0, to);
  if (!w->free) return gm_dot(c->j, w->velocity);
  return gm_dot(c->j,
                gm_scale(0.5, gm_add(w->velocity, gm_hard_surface(o, w))));
}

/* Where all impulses of a sweep act at once, a contact alone knows no loss: the chunk
 * loses its kinetic energy and the work that was done on it. */
static void add_loss(const gm_hard_setting *o, const gm_hard_contact *c,
                     double work, gm_hard_result *r)
{
  gm_sum_add(&r->lost, at_once(o->hard) ? work : c->lost);
  gm_sum_add(&r->rubbed, c->rubbed);
}

static void account_chunk(const gm_hard_work *w, const gm_hard_setting *o,
                          gm_index c)
{
  const gm_scene *s = o->scene;
  const gm_work_buffers *b = w->work->buffers;
  const gm_hard_chunk *h = &w->hard->contacts.chunk[c];
  gm_hard_result *r = &w->hard->result[c];
  const gm_index named = s->structures.named, groups = s->held_groups.n;
  const load_sums to = {&b->loads[c * named], &b->held_loads[c * groups],
                        b->over_loads, b->over_held};
  for (gm_index k = 0; k < named; ++k)
    to.structures[k] = (gm_load_sum){0};
  for (gm_index k = 0; k < groups; ++k)
    to.held[k] = (gm_load_sum){0};
  for (gm_index t = 0; t < h->n_pair; ++t)
    if (h->pair[t].struck)
      add_loss(o, &h->pair[t], account_pair(o, &h->pair[t], r, &to), r);
  for (gm_index t = 0; t < h->n_wall; ++t)
    if (h->wall[t].of.struck)
      add_loss(o, &h->wall[t].of, account_wall(o, &h->wall[t], r, &to), r);
  if (at_once(w->hard)) add_kinetic(o, c, -1.0, &r->lost);
}

void gm_hard_account(const gm_hard_work *w)
{
  const gm_hard_setting o = gm_hard_setting_of(w);
  const gm_index chunks = w->hard->contacts.n_chunks;
  const int team = gm_contacts_team(w->threads, o.scene->grains.n);
#pragma omp parallel for schedule(static) num_threads(team)
  for (gm_index c = 0; c < chunks; ++c)
    account_chunk(w, &o, c);
}
