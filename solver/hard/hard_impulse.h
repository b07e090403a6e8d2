/* hard/hard_impulse.h -- the impulse of one contact from the present velocities, and what
 * it does to both bodies.
 */
#ifndef GM_HARD_HARD_IMPULSE_H
#define GM_HARD_HARD_IMPULSE_H

#include "hard/hard_contacts.h"

/* Approach speeds below it are those of rounded numbers, as a part of the speeds. */
#define GM_HARD_ROUNDED 1.0e-13

/* What the impulses of a step read. */
typedef struct gm_hard_setting {
  gm_hard_grains *hard;
  gm_scene *scene;
  gm_grain_spin spin;
  double time; /* s */
} gm_hard_setting;

GM_INLINE gm_hard_setting gm_hard_setting_of(const gm_hard_work *w)
{
  return (gm_hard_setting){w->hard, w->work->scene,
                           gm_grain_rule_spin(&w->work->scene->grains.rule),
                           w->work->scene->time};
}

/* Restitution of a contact that approaches at speed v (m/s) of grain a and b; b -1: a
 * structure. */
GM_INLINE double gm_hard_restitution(const gm_hard_setting *o,
                                     const gm_collide_law *law, double v,
                                     gm_index a, gm_index b)
{
  const gm_hard_rules *rules = &o->hard->rules;
  const double *last = o->scene->grains.struck;
  if (rules->resting_time > 0.0 &&
      (o->time - last[a] < rules->resting_time ||
       (b >= 0 && o->time - last[b] < rules->resting_time)))
    return 1.0;
  if (v < rules->resting_speed) return 0.0;
  return gm_collide_restitution(law, v);
}

/* m r^2 / I over the mass of grain i, in 1/kg. */
GM_INLINE double gm_hard_spin(const gm_hard_setting *o, gm_index i)
{
  const gm_grain *g = &o->scene->grains.g[i];
  return gm_grain_rule_spin_at(o->spin, g->x[3]) * g->v[3];
}

/* Adds impulse j (N s) to grain i; arm: from its centre to the contact, `side` times
 * lever r n with side -1 for grain a and 1 for grain b. */
GM_INLINE void gm_hard_push(const gm_hard_setting *o, gm_index i, gm_vec3 j,
                            gm_vec3 n, double side_lever)
{
  gm_grains *grains = &o->scene->grains;
  gm_grain *g = &grains->g[i];
  const gm_vec3 turn = gm_cross(n, j);
  const double k = side_lever * gm_hard_spin(o, i) / g->x[3];
  g->v += gm_row(gm_scale(g->v[3], j), 0.0);
  grains->w[i] += gm_row(gm_scale(k, turn), 0.0);
}

/* ---- two grains ---------------------------------------------------------------- */

/* The impulse on grain a, or zeros where the pair does not approach. */
GM_INLINE gm_collide_impulse gm_hard_between(const gm_hard_setting *o,
                                             const gm_hard_contact *c)
{
  const gm_grains *g = &o->scene->grains;
  const gm_row4 va = g->g[c->a].v, vb = g->g[c->b].v;
  const gm_row4 wa = g->w[c->a], wb = g->w[c->b];
  const gm_vec3 v = gm_row_vec(va - vb);
  const double normal = va[3] + vb[3];
  const double un = gm_dot(v, c->n); /* spins do not change it */
  const double rounded =
      GM_HARD_ROUNDED * (gm_norm(gm_row_vec(va)) + gm_norm(gm_row_vec(vb)));
  if (!(normal > 0.0) || (o->hard->rules.approaching_only && !(un < -rounded)))
    return (gm_collide_impulse){0};
  const gm_vec3 spin = gm_row_vec(wa[3] * wa + wb[3] * wb);
  const double tangential =
      normal +
      c->lever * c->lever * (gm_hard_spin(o, c->a) + gm_hard_spin(o, c->b));
  const gm_collide_pair p = {c->n, gm_madd(v, -c->lever, gm_cross(spin, c->n)),
                             normal, tangential};
  const gm_collide_law *law = &o->hard->table[c->pair];
  return gm_collide_by(law, &p,
                       gm_hard_restitution(o, law, fabs(un), c->a, c->b));
}

GM_INLINE void gm_hard_push_pair(const gm_hard_setting *o,
                                 const gm_hard_contact *c, gm_vec3 j)
{
  gm_hard_push(o, c->a, j, c->n, -c->lever);
  gm_hard_push(o, c->b, gm_scale(-1.0, j), c->n, c->lever);
}

/* ---- a grain and a structure ------------------------------------------------------ */

/* Velocity (m/s) of the surface, with what the body gained in this step. */
GM_INLINE gm_vec3 gm_hard_surface(const gm_hard_setting *o,
                                  const gm_hard_wall *w)
{
  if (!w->free) return w->velocity;
  const gm_hard_gain *gain = &o->hard->gain[w->of.b];
  const gm_rigid *r = o->scene->structures.row[w->of.b].rigid;
  return gm_add(
      w->velocity,
      gm_add(gain->velocity, gm_cross(gain->spin, gm_sub(w->foot, r->place))));
}

/* Velocity of the surface of the grain relative to it, at the contact. */
GM_INLINE gm_vec3 gm_hard_slip(const gm_hard_setting *o, const gm_hard_wall *w)
{
  const gm_hard_contact *c = &w->of;
  const gm_row4 va = o->scene->grains.g[c->a].v, wa = o->scene->grains.w[c->a];
  const gm_vec3 v = gm_sub(gm_row_vec(va), gm_hard_surface(o, w));
  return gm_madd(v, -c->lever, gm_cross(gm_row_vec(wa[3] * wa), c->n));
}

GM_INLINE gm_collide_impulse gm_hard_at_wall(const gm_hard_setting *o,
                                             const gm_hard_wall *w)
{
  const gm_hard_contact *c = &w->of;
  const gm_grains *g = &o->scene->grains;
  const gm_row4 va = g->g[c->a].v;
  const gm_vec3 wall = gm_hard_surface(o, w);
  const gm_vec3 v = gm_sub(gm_row_vec(va), wall);
  const double un = gm_dot(v, c->n);
  const double rounded =
      GM_HARD_ROUNDED * (gm_norm(gm_row_vec(va)) + gm_norm(wall));
  const gm_rigid *r = w->free ? o->scene->structures.row[c->b].rigid : NULL;
  const double yields = r ? gm_rigid_mobility(r, w->foot, c->n) : 0.0;
  if (!(va[3] + yields > 0.0) ||
      (o->hard->rules.approaching_only && !(un < -rounded)))
    return (gm_collide_impulse){0};
  gm_collide_pair p = {c->n, v, va[3] + yields, 0.0};
  if (!w->mirror) {
    p.u = gm_hard_slip(o, w);
    const gm_vec3 along = gm_madd(p.u, -gm_dot(p.u, c->n), c->n);
    const double slip = gm_norm(along);
    p.tangential = va[3] + c->lever * c->lever * gm_hard_spin(o, c->a);
    if (r && slip > 0.0)
      p.tangential +=
          gm_rigid_mobility(r, w->foot, gm_scale(1.0 / slip, along));
  }
  const gm_collide_law *law = &o->hard->table[c->pair];
  return gm_collide_by(law, &p,
                       gm_hard_restitution(o, law, fabs(un), c->a, -1));
}

/* Adds -j to the body. */
GM_INLINE void gm_hard_push_body(const gm_hard_setting *o,
                                 const gm_hard_wall *w, gm_vec3 j)
{
  const gm_rigid *r = o->scene->structures.row[w->of.b].rigid;
  gm_hard_gain *gain = &o->hard->gain[w->of.b];
  const int axes = r->whole.translates;
  const double k = -gm_rigid_part(r) / r->mass;
  const gm_vec3 turn = gm_cross(gm_sub(w->foot, r->place), j);
  gain->velocity = gm_add(gain->velocity, gm_vec(axes & 1 ? k * j.x : 0.0,
                                                 axes & 2 ? k * j.y : 0.0,
                                                 axes & 4 ? k * j.z : 0.0));
  gain->spin = gm_sub(gain->spin, gm_mass_apply(r->mobility, turn));
}

/* ---- what a contact keeps ------------------------------------------------------ */

GM_INLINE void gm_hard_keep(const gm_hard_setting *o, gm_hard_contact *c,
                            const gm_collide_impulse *p, gm_index b)
{
  double *last = o->scene->grains.struck;
  c->j = gm_add(c->j, p->j);
  c->lost += p->lost;
  c->rubbed += p->rubbed;
  c->struck = 1;
  if (!last) return;
  last[c->a] = o->time;
  if (b >= 0) last[b] = o->time;
}

GM_INLINE int gm_hard_is_none(const gm_collide_impulse *p)
{
  return p->j.x == 0.0 && p->j.y == 0.0 && p->j.z == 0.0;
}

/* ---- impulses until nothing approaches ------------------------------------------- */

/* Sweeps over the contacts of the step in the order of the rules.  Velocities of grains
 * and gains of bodies change; each contact keeps its impulse and its losses. */
void gm_hard_sweep(const gm_hard_work *w);

#endif
