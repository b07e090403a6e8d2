/* mpm/mpm.c -- material points in a step of the run.
 *
 * Moduli follow from the contacts of the grains unless they are given.  Points leave at
 * the same steps as grains; whenever some have, or a point has gone too far from the
 * block that it belongs to, all are sorted.
 */
#include "mpm/mpm.h"

#include "base/memory.h"
#include "points/point_gather.h"
#include "points/point_motion.h"

/* ---- set-up -------------------------------------------------------------- */

/* n contacts per volume carry  sum f l = n d^2 (k_n <n1^4> + k_t <n1^2 - n1^4>)  per
 * strain; with Z contacts a grain n = Z phi / (2 V). */
double gm_mpm_modulus(int dims, double normal, double tangential, double d,
                      double thickness)
{
  static const double part = 0.6; /* of affine motion: Makse et al. 1999 */
  if (dims == 3) {
    const double z = 5.0, phi = 0.6;
    return part * 3.0 * z * phi / (GM_PI * d) *
           (normal / 5.0 + tangential * 2.0 / 15.0);
  }
  const double z = 3.5, phi = 0.82;
  return part * 2.0 * z * phi / (GM_PI * thickness) *
         (normal * 3.0 / 8.0 + tangential / 8.0);
}

/* Moduli that are not given: Poisson's ratio is 0.3, and K + 4 G / 3, in the plane
 * K + G, the modulus of compression. */
static void find_moduli(gm_point_law *law, double modulus)
{
  const double over = law->dims == 2 ? 1.0 : 4.0 / 3.0;
  const double ratio = law->dims == 2 ? 0.4 : 0.6 * 1.0 / 1.3; /* G / K */
  if (!(law->kappa > 0.0) && !(law->mu > 0.0))
    law->kappa = modulus / (1.0 + over * ratio);
  if (!(law->kappa > 0.0)) law->kappa = law->mu / ratio;
  if (!(law->mu > 0.0)) law->mu = ratio * law->kappa;
}

gm_status gm_mpm_build(gm_mpm *o, gm_scene *s, const gm_config *config,
                       double normal, double tangential)
{
  gm_continuum *c = &s->continuum;
  const int dims = s->structures.flat ? 2 : 3;
  *o = (gm_mpm){.on = c->mode != GM_MODE_DISCRETE};
  if (!o->on) return GM_OK;
  c->law = (gm_point_law){
      .dims = dims,
      .kappa = config->hybrid.bulk_modulus,
      .mu = config->hybrid.shear_modulus,
      .alpha = gm_point_law_slope(dims, config->hybrid.friction_angle)};
  find_moduli(&c->law, gm_mpm_modulus(dims, normal, tangential, c->diameter,
                                      s->grains.rule.thickness));
  o->flip = config->hybrid.flip;
  const double modulus =
      c->law.kappa + (dims == 2 ? 1.0 : 4.0 / 3.0) * c->law.mu;
  o->limit = 0.3 * c->cell / sqrt(modulus / c->density);
  gm_point_grid_init(&o->grid, dims, c->cell, c->half, c->origin);
  for (int a = 0; a < 3; ++a)
    o->grid.period[a] = c->period[a];
  return gm_mpm_walls_init(&o->walls, s, config);
}

void gm_mpm_clear(gm_mpm *o)
{
  gm_point_grid_clear(&o->grid);
  gm_mpm_walls_clear(&o->walls);
  GM_FREE(o->keep);
  *o = (gm_mpm){0};
}

/* ---- points that leave --------------------------------------------------- */

/* 0: it stays; else the sink, from 1, or -1 outside the domain. */
static int where(const gm_scene *s, gm_row4 x)
{
  if (gm_domain_left(&s->domain, x)) return -1;
  return s->sinks.n ? gm_sinks_holds(&s->sinks, gm_row_vec(x)) : 0;
}

static void count_out(gm_scene *s, const gm_point *p, int sink)
{
  gm_balance *b = &s->balance;
  const double m = p->x[3];
  const gm_vec3 v =
      gm_madd(gm_row_vec(p->v), 0.5 * s->continuum.stride * s->dt, s->gravity);
  b->points.out += 1;
  b->mass_out += m;
  b->energy_out += 0.5 * m * gm_norm2(v) -
                   m * gm_dot(s->gravity, gm_row_vec(p->x)) +
                   p->v[3] * gm_point_law_energy(&s->continuum.law, &p->b);
  if (sink > 0) s->sinks.row[sink - 1].mass += m;
}

/* Grains leave at the same steps (step/leave.h). */
static gm_status leave(gm_mpm *o, gm_scene *s)
{
  enum { EVERY = 100, SINKS = 10 };
  gm_points *p = &s->points;
  gm_index n = 0;
  if (s->step % (s->sinks.n ? SINKS : EVERY) != 0) return GM_OK;
  if (p->n > o->keep_capacity) {
    GM_TRY(GM_RESIZE(o->keep, 0, p->capacity));
    o->keep_capacity = p->capacity;
  }
  for (gm_index i = 0; i < p->n; ++i) {
    const int to = where(s, p->p[i].x);
    if (to == 0)
      o->keep[n++] = i;
    else
      count_out(s, &p->p[i], to);
  }
  if (n == p->n) return GM_OK;
  gm_points_permute(p, o->keep, n);
  o->grid.stale = 1;
  return GM_OK;
}

/* ---- a step -------------------------------------------------------------- */

/* Few points are done before a team has begun. */
static int team(const gm_scene *s, int threads)
{
  return s->points.n < 2000 ? 1 : threads;
}

gm_status gm_mpm_forces(gm_mpm *o, gm_scene *s, double kick, int threads)
{
  gm_point_grid *g = &o->grid;
  GM_TRY(leave(o, s));
  const int others = g->stale; /* than those of the last step */
  if (gm_point_grid_outdated(g)) GM_TRY(gm_point_grid_sort(g, &s->points));
  gm_point_motion_scatter(g, &s->points, &s->continuum.law, team(s, threads));
  gm_points_balance *b = &s->balance.points;
  const double work =
      gm_point_motion_forces(g, s->gravity, kick, team(s, threads));
  if (s->step > 0 && !others) b->transfer += 0.5 * (b->work - work);
  b->work = 0.0;
  GM_TRY(gm_mpm_walls_run(&o->walls, g, s, kick, team(s, threads)));
  b->walls_now = o->walls.lost;
  return GM_OK;
}

void gm_mpm_instant(const gm_mpm *o, gm_scene *s, double behind, int threads)
{
  gm_points *p = &s->points;
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  if (behind == 0.0) {
    for (gm_index i = 0; i < p->n; ++i)
      p->now[i] = vector * p->p[i].v;
    return;
  }
  gm_point_gather_change(&o->grid, p, p->now, team(s, threads));
  for (gm_index i = 0; i < p->n; ++i)
    p->now[i] = vector * p->p[i].v + behind * p->now[i];
}

gm_status gm_mpm_move(gm_mpm *o, gm_scene *s, int threads)
{
  gm_point_grid *g = &o->grid;
  gm_points_balance *b = &s->balance.points;
  gm_point_sums sum = {0.0, 0.0, 0.0};
  sum.transfer = gm_point_motion_finish(g, team(s, threads));
  GM_TRY(gm_point_gather_move(g, &s->points, &s->continuum.law, s->gravity,
                              o->flip, s->continuum.stride * s->dt, &sum,
                              team(s, threads)));
  b->plastic += sum.plastic;
  b->transfer += sum.transfer;
  b->work = sum.work;
  b->walls +=
      b->walls_now - gm_mpm_walls_return(&o->walls, g, s, team(s, threads));
  b->walls_now = 0.0;
  return GM_OK;
}

double gm_mpm_add_loads(const gm_mpm *o, gm_scene *s)
{
  double power = 0.0;
  for (gm_index k = 0; o->on && k < s->structures.n; ++k) {
    const gm_structure_load *from = &o->walls.load[k];
    gm_structure_load *to = &s->structures.row[k].load;
    to->force = gm_add(to->force, from->force);
    to->torque = gm_add(to->torque, from->torque);
    to->power += from->power;
    if (k < s->structures.named) power += from->power;
  }
  return power;
}
