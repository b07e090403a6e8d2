/* scene/conveyor.c -- a surface that moves within itself.  Room: scene. */
#include "scene/conveyor.h"

gm_conveyor gm_conveyor_of(const gm_config_conveyor *c, size_t number)
{
  gm_conveyor o = {
      .from = c->from, .to = c->to, .part = c->n_groups ? 1u << number : 0u};
  if (c->kind == GM_MOTION_TRANSLATE) {
    o.velocity = c->translate.velocity;
  } else {
    o.spin = gm_scale(c->rotate.rate, gm_unit(c->rotate.axis));
    o.velocity = gm_scale(-1.0, gm_cross(o.spin, c->rotate.through));
  }
  return o;
}

void gm_conveyor_switch(gm_conveyor *conveyor, int n, double t)
{
  for (int k = 0; k < n; ++k)
    conveyor[k].on = t >= conveyor[k].from && t < conveyor[k].to;
}

/* |v + w x y| is convex in y: it is largest at a corner. */
double gm_conveyor_fastest(const gm_conveyor *conveyor, int n, gm_vec3 min,
                           gm_vec3 max)
{
  double sum = 0.0;
  for (int k = 0; k < n; ++k) {
    const gm_conveyor *c = &conveyor[k];
    double most = gm_norm(c->velocity);
    for (int q = 0; q < 8 && gm_norm2(c->spin) > 0.0; ++q) {
      const gm_vec3 y = {q & 1 ? max.x : min.x, q & 2 ? max.y : min.y,
                         q & 4 ? max.z : min.z};
      most = fmax(most, gm_norm(gm_add(c->velocity, gm_cross(c->spin, y))));
    }
    sum += most;
  }
  return sum;
}
