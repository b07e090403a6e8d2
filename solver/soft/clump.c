/* soft/clump.c -- clumps among the grains: placed, moved, sorted, measured.
 *
 * The rotation keeps the angular momentum in the world over the free part of a step to
 * round-off, and a pair of opposite forces adds opposite torques, so a closed system
 * keeps momentum and angular momentum to round-off.
 */
#include "soft/clump.h"

#include "base/memory.h"
#include "config/choices.h"
#include "rigid/no_squish.h"
#include "rigid/quaternion.h"

/* ---- moves clumps, and carries their members along ------------------------------- */

/* The rotation keeps the angular momentum in the world over the free part of a step to
 * round-off, and a pair of opposite forces adds opposite torques, so a closed system
 * keeps momentum and angular momentum to round-off. */

void gm_clump_motion_loads(gm_clumps *all, gm_index k0, gm_index k1)
{
  for (gm_index k = k0; k < k1; ++k) {
    gm_clump *c = &all->row[k];
    if (c->ghost) continue;
    const gm_index end = c->first + all->shape[c->shape].n;
    gm_vec3 force = {0.0, 0.0, 0.0}, torque = {0.0, 0.0, 0.0};
    gm_vec3 push = {0.0, 0.0, 0.0}, twist = {0.0, 0.0, 0.0};
    for (gm_index slot = c->first; slot < end; ++slot) {
      const gm_clump_load *l = &all->load[slot];
      const gm_vec3 arm = gm_clumps_arm(all, c, c->turn, slot);
      force = gm_add(force, l->force);
      torque = gm_add(torque, gm_add(gm_cross(arm, l->force), l->torque));
      push = gm_add(push, l->push);
      twist = gm_add(twist, gm_cross(arm, l->push));
    }
    c->load = (gm_clump_load){force, torque, push};
    c->push = push;
    c->twist = twist;
  }
}

static gm_vec3 clump_spin(const gm_clump *c)
{
  return gm_quat_rotate(c->turn, gm_clumps_eased(c->momentum, c->ease));
}

static void move_clump(gm_clump *c, int rotation, const gm_domain *d,
                       gm_vec3 gravity, double kick, double dt)
{
  const gm_vec3 a = gm_madd(gravity, c->mobility, c->load.force);
  c->velocity = gm_madd(c->velocity, kick, a);
  c->x += (gm_row(gm_scale(dt, c->velocity), 0.0) + d->grid) - d->grid;
  c->momentum =
      gm_madd(c->momentum, kick, gm_quat_unrotate(c->turn, c->load.torque));
  c->was = c->turn;
  const gm_vec3 before = clump_spin(c);
  if (rotation == GM_ROTATION_QUATERNION)
    gm_quaternion_turn(&c->turn, &c->momentum, c->inertia, dt);
  else
    gm_no_squish_turn(&c->turn, &c->momentum, c->inertia, dt);
  c->spin = gm_scale(0.5, gm_add(before, clump_spin(c)));
}

void gm_clump_motion_move(gm_scene *s, gm_index k0, gm_index k1, double kick,
                          double dt)
{
  for (gm_index k = k0; k < k1; ++k)
    if (!s->clumps.row[k].ghost)
      move_clump(&s->clumps.row[k],
                 s->clumps.shape[s->clumps.row[k].shape].rotation, &s->domain,
                 s->gravity, kick, dt);
}

double gm_clump_motion_carry(gm_scene *s, gm_index i0, gm_index i1, double dt)
{
  const double rate = 1.0 / dt;
  gm_grains *g = &s->grains;
  double fastest = 0.0;
  for (gm_index i = i0; i < i1; ++i) {
    const gm_grain_member *m = &g->member[i];
    if (!m->clump) continue;
    const gm_clump *c = &s->clumps.row[m->clump - 1];
    if (c->ghost) continue;
    const gm_vec3 arm = gm_quat_rotate(c->turn, m->seat);
    const gm_vec3 was = gm_quat_rotate(c->was, m->seat);
    const gm_vec3 v = gm_madd(c->velocity, rate, gm_sub(arm, was));
    g->g[i].x = gm_clump_motion_at(s, i, arm);
    g->g[i].v = gm_row(v, c->mobility);
    g->w[i] = gm_row(c->spin, g->w[i][3]);
    if (g->orientation)
      g->orientation[i] = gm_clumps_orientation(&s->clumps, c);
    fastest = fmax(fastest, gm_norm2(v));
  }
  return fastest;
}

/* ---- a clump at the instant of the positions ------------------------------------- */

gm_clump_state gm_clump_state_at(const gm_clump *c, gm_vec3 gravity,
                                 double kick)
{
  const gm_vec3 a = gm_madd(gravity, c->mobility, c->load.force);
  const gm_vec3 v = gm_madd(c->velocity, kick, a);
  const gm_vec3 l =
      gm_madd(c->momentum, kick, gm_quat_unrotate(c->turn, c->load.torque));
  const gm_vec3 w = gm_clumps_eased(l, c->ease);
  return (gm_clump_state){
      .velocity = v,
      .spin = gm_quat_rotate(c->turn, w),
      .momentum = gm_quat_rotate(c->turn, l),
      .kinetic = 0.5 * gm_norm2(v) / c->mobility + 0.5 * gm_dot(l, w),
  };
}

/* ---- puts clumps into a scene ---------------------------------------------------- */

gm_row4 gm_clump_place_member(const gm_clumps *c, const gm_clump_place *p,
                              gm_index k)
{
  const gm_clump_shape *s = &c->shape[p->shape];
  const gm_vec3 arm = gm_quat_rotate(p->turn, gm_scale(p->size, s->given[k]));
  return gm_row(gm_add(p->x, arm), p->size * s->r[k]);
}

gm_status gm_clump_place_reserve(gm_scene *s, gm_index clumps, gm_index members)
{
  gm_clumps *c = &s->clumps;
  GM_TRY(gm_grains_join(&s->grains));
  const gm_index n = c->n + clumps, slots = c->slots + members;
  return gm_clumps_reserve(c, n > c->capacity ? n + n / 4 : n,
                           slots > c->slots_capacity ? slots + slots / 4
                                                     : slots);
}

static void append_clump_member(gm_scene *s, const gm_clump_place *p,
                                gm_index k, gm_id id)
{
  gm_grains *g = &s->grains;
  const gm_clump *c = &s->clumps.row[s->clumps.n - 1];
  const gm_clump_shape *shape = &s->clumps.shape[p->shape];
  const gm_row4 x = gm_clump_place_member(&s->clumps, p, k);
  const gm_vec3 arm = gm_sub(gm_row_vec(x), p->x);
  gm_grains_append(g, id, gm_row_vec(x), x[3],
                   s->materials.row[c->material].density,
                   gm_add(p->velocity, gm_cross(p->spin, arm)), p->spin,
                   c->material, c->label);
  const gm_index i = g->n - 1;
  g->g[i].v[3] = c->mobility;
  if (g->orientation) g->orientation[i] = p->turn;
  g->member[i] = (gm_grain_member){
      .clump = s->clumps.n,
      .slot = c->first + k,
      .mass = shape->part[k] / c->mobility,
      .seat = gm_clumps_seat(&s->clumps, c, c->first + k),
      .solid = shape->part[k] * gm_clumps_volume(shape, &g->rule, p->size)};
}

void gm_clump_place_append(gm_scene *s, const gm_clump_place *p,
                           gm_index material, gm_index label, gm_id *next)
{
  gm_clumps *all = &s->clumps;
  const gm_clump_shape *shape = &all->shape[p->shape];
  const gm_grain_rule *rule = &s->grains.rule;
  const double mass =
      gm_clumps_mass(shape, rule, p->size, s->materials.row[material].density);
  GM_ASSERT(all->n < all->capacity &&
            all->slots + shape->n <= all->slots_capacity);
  gm_clump *c = &all->row[all->n++];
  const gm_quat turn = gm_quat_product(p->turn, shape->turn);
  *c = (gm_clump){
      .x = gm_row(p->x, 0.0),
      .turn = turn,
      .was = turn,
      .velocity = p->velocity,
      .spin = p->spin,
      .inertia = gm_scale(mass * p->size * p->size, shape->gyration),
      .mobility = 1.0 / mass,
      .size = p->size,
      .id = all->next++,
      .shape = p->shape,
      .material = material,
      .label = label,
      .first = all->slots,
  };
  const gm_vec3 w = gm_quat_unrotate(turn, p->spin), i = c->inertia;
  c->ease = gm_clumps_ease(i);
  c->momentum = gm_vec(i.x * w.x, i.y * w.y, i.z * w.z);
  all->slots += shape->n;
  for (gm_index k = 0; k < shape->n; ++k)
    append_clump_member(s, p, k, (*next)++);
}

void gm_clump_place_settle(gm_scene *s)
{
  const gm_domain *d = &s->domain;
  gm_grains *g = &s->grains;
  for (gm_index k = 0; k < s->clumps.n; ++k) {
    gm_clump *c = &s->clumps.row[k];
    c->x = gm_domain_home(d, gm_domain_snap(d, c->x));
  }
  for (gm_index i = 0; g->member && i < g->n; ++i) {
    gm_grain_member *m = &g->member[i];
    if (!m->clump) continue;
    m->shift = gm_vec(0.0, 0.0, 0.0);
    const gm_row4 x = gm_clump_motion_place(s, i);
    if (d->periodic) m->shift = gm_row_vec(d->shift[gm_domain_return(d, x)]);
    g->g[i].x = gm_clump_motion_place(s, i);
  }
}

/* ---- clumps while their members are sorted, wrapped and removed ------------------ */

/* Rows of clumps follow the order of the grains, so that what a thread reads of clumps is
 * near in memory where its grains are.  The order depends on that of the grains alone. */

void gm_clump_order_wrap(gm_scene *s)
{
  const gm_domain *d = &s->domain;
  gm_grains *g = &s->grains;
  gm_sum crossed = {0};
  int any = 0;
  if (!d->periodic || !s->clumps.n_shapes) return;
  for (gm_index k = 0; k < s->clumps.n; ++k)
    any |= gm_domain_return(d, s->clumps.row[k].x) != 0;
  for (gm_index i = 0; any && i < g->n; ++i) {
    gm_grain_member *m = &g->member[i];
    if (!m->clump) continue;
    const gm_row4 x = s->clumps.row[m->clump - 1].x;
    m->shift = gm_sub(m->shift, gm_row_vec(d->shift[gm_domain_return(d, x)]));
  }
  for (gm_index k = 0; any && k < s->clumps.n; ++k) {
    gm_clump *c = &s->clumps.row[k];
    const gm_row4 way = d->shift[gm_domain_return(d, c->x)];
    c->x += way;
    if (!c->ghost)
      gm_sum_add(&crossed, gm_dot(s->gravity, gm_row_vec(way)) / c->mobility);
  }
  gm_comm_sums(s->comm, &crossed, 1);
  s->balance.crossings -= gm_sum_value(&crossed);
}

/* New rows of the clumps: to[old] receives the new row, or -1. */
static gm_index find_clump_member_rows(const gm_scene *s, gm_index *to)
{
  const gm_grains *g = &s->grains;
  gm_index n = 0;
  for (gm_index k = 0; k < s->clumps.n; ++k)
    to[k] = -1;
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_index k = g->member[i].clump;
    if (k && to[k - 1] < 0) to[k - 1] = n++;
  }
  return n;
}

/* Swaps rows of clumps until each is where `to` says; removed ones go to the end. */
static void rearrange_clumps(gm_clumps *c, gm_index *to, gm_index n)
{
  gm_index last = n;
  for (gm_index k = 0; k < c->n; ++k)
    if (to[k] < 0) to[k] = last++;
  for (gm_index k = 0; k < c->n; ++k) {
    while (to[k] != k) {
      const gm_index at = to[k];
      const gm_clump other = c->row[at];
      c->row[at] = c->row[k];
      c->row[k] = other;
      to[k] = to[at];
      to[at] = at;
    }
  }
  c->n = n;
}

gm_status gm_clump_order_follow(gm_scene *s)
{
  gm_clumps *c = &s->clumps;
  gm_grains *g = &s->grains;
  gm_index *to = NULL;
  if (!c->n) return GM_OK;
  GM_TRY(GM_RESIZE(to, 0, c->n));
  const gm_index n = find_clump_member_rows(s, to);
  for (gm_index i = 0; i < g->n; ++i) { /* slots from the start of the clump */
    gm_grain_member *m = &g->member[i];
    if (!m->clump) continue;
    m->slot -= c->row[m->clump - 1].first;
    m->clump = to[m->clump - 1] + 1;
  }
  rearrange_clumps(c, to, n);
  GM_FREE(to);
  c->slots = 0;
  for (gm_index k = 0; k < c->n; ++k) {
    c->row[k].first = c->slots;
    c->slots += c->shape[c->row[k].shape].n;
  }
  for (gm_index i = 0; i < g->n; ++i) {
    gm_grain_member *m = &g->member[i];
    if (m->clump) m->slot += c->row[m->clump - 1].first;
  }
  return GM_OK;
}
