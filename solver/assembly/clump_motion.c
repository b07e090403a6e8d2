/* assembly/clump_motion.c -- moves clumps, and carries their members along.
 *
 * The rotation keeps the angular momentum in the world over the free part of a step to
 * round-off, and a pair of opposite forces adds opposite torques, so a closed system
 * keeps momentum and angular momentum to round-off.
 */
#include "assembly/clump_motion.h"

#include "choices/choices.h"
#include "rigid/no_squish.h"
#include "rigid/quaternion.h"

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

static gm_vec3 spin_of(const gm_clump *c)
{
  return gm_quat_rotate(c->turn, gm_clumps_eased(c->momentum, c->ease));
}

static void move(gm_clump *c, int rotation, const gm_domain *d, gm_vec3 gravity,
                 double kick, double dt)
{
  const gm_vec3 a = gm_madd(gravity, c->mobility, c->load.force);
  c->velocity = gm_madd(c->velocity, kick, a);
  c->x += (gm_row(gm_scale(dt, c->velocity), 0.0) + d->grid) - d->grid;
  c->momentum =
      gm_madd(c->momentum, kick, gm_quat_unrotate(c->turn, c->load.torque));
  c->was = c->turn;
  const gm_vec3 before = spin_of(c);
  if (rotation == GM_ROTATION_QUATERNION)
    gm_quaternion_turn(&c->turn, &c->momentum, c->inertia, dt);
  else
    gm_no_squish_turn(&c->turn, &c->momentum, c->inertia, dt);
  c->spin = gm_scale(0.5, gm_add(before, spin_of(c)));
}

void gm_clump_motion_move(gm_scene *s, gm_index k0, gm_index k1, double kick,
                          double dt)
{
  for (gm_index k = k0; k < k1; ++k)
    if (!s->clumps.row[k].ghost)
      move(&s->clumps.row[k], s->clumps.shape[s->clumps.row[k].shape].rotation,
           &s->domain, s->gravity, kick, dt);
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
