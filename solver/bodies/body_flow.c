/* bodies/body_flow.c -- bodies that come and leave in the course of a run.
 *
 * Which bodies come, where and when depends on the scene alone: insertion happens at
 * fixed steps, and random numbers are functions of the body and the step.
 */
#include "bodies/body_flow.h"

#include "bodies/body_places.h"
#include "form/form_field.h"
#include "insert/insertion_region.h"

enum {
  EVERY = 100,     /* steps */
  TRIES = 100,     /* places of a body */
  POUR_DRAW = 4096 /* draws of the place, apart from those of fills */
};

int gm_body_flow_due(const gm_scene *s)
{
  return s->structures.n > s->structures.named && (s->step + 1) % EVERY == 0;
}

int64_t gm_body_flow_ahead(const gm_scene *s)
{
  return (EVERY - (s->step + 1) % EVERY) % EVERY;
}

/* Kinetic and potential energy of a copy, with the velocities of its pose. */
static double energy_of(const gm_scene *s, const gm_structure *b)
{
  const gm_rigid_force none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  const gm_rigid_state now =
      gm_rigid_measure(b->rigid, &b->pose, none, s->time, s->dt);
  return now.free + now.potential;
}

static int let_leave(gm_scene *s)
{
  gm_structures *all = &s->structures;
  int any = 0;
  for (gm_index k = all->named; k < all->n; ++k) {
    gm_structure *b = &all->row[k];
    const gm_row4 at = gm_row(b->pose.position, 0.0);
    if (!b->present || !gm_domain_left(&s->domain, at)) continue;
    s->balance.energy_out += energy_of(s, b);
    ++s->balance.bodies_out;
    gm_structures_leave(all, k);
    any = 1;
  }
  return any;
}

/* Returns 1 if a ball reaches into a solid primitive that bodies meet: gm_structures_nearest
 * sees its faces alone, since grains may be on either side of them. */
static int is_in_solid(const gm_structures *all, gm_vec3 x, double radius)
{
  for (gm_index k = 0; k < all->named; ++k) {
    const gm_structure *b = &all->row[k];
    if (!b->present || !b->form || b->form->solid.kind == GM_FORM_MESH)
      continue;
    if (gm_form_field(b->form, gm_structures_to_body(b, x)).distance < radius)
      return 1;
  }
  return 0;
}

/* Does a ball overlap a grain, a material point, a solid or another body, as any image
 * sees them? */
static int is_taken(const gm_scene *s, gm_vec3 x, double radius)
{
  const gm_structures *all = &s->structures;
  const int images = s->domain.periodic ? GM_DOMAIN_IMAGES : 1;
  for (int q = 0; q < images; ++q) {
    const gm_vec3 at = q ? gm_sub(x, gm_row_vec(s->domain.shift[q])) : x;
    if (is_in_solid(all, at, radius)) return 1;
    for (gm_index k = all->named; k < all->n; ++k) {
      const gm_structure *b = &all->row[k];
      const double most = radius + b->ball;
      if (b->present && gm_norm2(gm_sub(b->pose.position, at)) < most * most)
        return 1;
    }
    for (gm_index i = 0; i < s->grains.n; ++i) {
      const gm_row4 y = s->grains.g[i].x;
      const double most = radius + y[3];
      if (gm_norm2(gm_sub(gm_row_vec(y), at)) < most * most) return 1;
    }
    const double most = radius + s->continuum.half * s->continuum.cell;
    for (gm_index i = 0; i < s->points.n; ++i)
      if (gm_norm2(gm_sub(gm_row_vec(s->points.p[i].x), at)) < most * most)
        return 1;
  }
  return !gm_body_places_clear(s, x, radius);
}

static int enter(gm_scene *s, gm_index k)
{
  gm_structures *all = &s->structures;
  const gm_structure *b = &all->row[k];
  const gm_config_region *region = &all->source[b->kind].region;
  gm_pose pose = {0};
  gm_body_places_pose(all, k, &pose);
  for (uint32_t t = 0; t < TRIES; ++t) {
    const uint32_t draw =
        POUR_DRAW + TRIES * (uint32_t)((s->step + 1) / EVERY) + t;
    double u[4];
    gm_body_places_numbers(all, k, draw, u);
    if (!gm_insertion_region_point(region, b->ball, u, &pose.position) ||
        is_taken(s, pose.position, b->ball))
      continue;
    gm_structures_enter(all, k, &pose);
    s->balance.energy_in += energy_of(s, &all->row[k]);
    ++s->balance.bodies_in;
    return 1;
  }
  return 0;
}

/* Bodies of a source come in their order; those that are due wait if there is no room. */
static int let_come(gm_scene *s, gm_index first, gm_index end, double t)
{
  const gm_structures *all = &s->structures;
  const gm_config_bodies *c = &all->source[all->row[first].kind];
  int any = 0;
  if (c->from != GM_BODIES_POUR) return 0;
  for (gm_index k = first; k < end; ++k) {
    if (all->row[k].stay) continue;
    if (t < c->begin + (k - first) / c->rate) break;
    if (!enter(s, k)) break;
    any = 1;
  }
  return any;
}

int gm_body_flow_run(gm_scene *s, double t)
{
  const gm_structures *all = &s->structures;
  int any = let_leave(s);
  for (gm_index k = all->named, end; k < all->n; k = end) {
    for (end = k; end < all->n && all->row[end].kind == all->row[k].kind;)
      ++end;
    any |= let_come(s, k, end, t);
  }
  return any;
}
