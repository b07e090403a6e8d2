/* scene/held_groups.c -- groups of held grains. */
#include "scene/held_groups.h"

#include "base/memory.h"

void gm_held_groups_clear(gm_held_groups *h)
{
  for (gm_index k = 0; k < h->n; ++k)
    gm_motion_clear(&h->row[k].motion, &h->row[k].n_motion);
  GM_FREE(h->row);
  *h = (gm_held_groups){0};
}

double gm_held_groups_speed(const gm_held_group *h, double end)
{
  double most = 0.0;
  for (int q = 0; q < h->n_motion; ++q) {
    const double t = fmax(h->motion[q].from, 0.0);
    double sum = 0.0;
    for (int p = 0; p < h->n_motion && t < end; ++p) {
      const gm_motion *m = &h->motion[p];
      double speed, spin;
      if (t < m->from || t >= m->to) continue;
      gm_motion_fastest(m, &h->pose, &speed, &spin);
      sum += speed + spin * h->arm;
    }
    most = fmax(most, sum);
  }
  return most;
}
