/* narrow/held_mobility.c -- effective mass of contacts between two held bodies. */
#include "narrow/held_mobility.h"

void gm_held_mobility_fill(gm_block *k, const gm_scene *s, gm_index k0, int c)
{
  const gm_contacts *list = &s->contacts;
  for (int t = 0; t < c; ++t) {
    if (k->v[t][3] != 0.0) continue;
    const gm_index row = k0 + k->row[t], b = list->b[row];
    const double own = gm_grains_mobility(&s->grains, list->a[row]);
    k->v[t][3] = row < list->n_grain ? own + gm_grains_mobility(&s->grains, b)
                 : s->structures.row[b].mirror ? 2.0 * own
                                               : own;
  }
}
