/* rigid/conveyor.c -- switches conveyors on and off, and bounds their speed. */
#include "rigid/conveyor.h"

void gm_conveyor_switch(gm_conveyor *conveyor, int n, double t)
{
  for (int k = 0; k < n; ++k)
    conveyor[k].on = t >= conveyor[k].from && t < conveyor[k].to;
}

/* |v + w x y| is convex in y, so its maximum over a box is at a corner. */
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
