/* assembly/clump_place.c -- puts clumps into a scene. */
#include "assembly/clump_place.h"

#include "assembly/clump_motion.h"
#include "base/memory.h"

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

static void append_member(gm_scene *s, const gm_clump_place *p, gm_index k,
                          gm_id id)
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
    append_member(s, p, k, (*next)++);
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
