/* tests/verification/ledger.h -- the mass of grains and material points.
 *
 * Summed here and not by the solver, whose ledger the tests check.
 */
#ifndef GM_TESTS_LEDGER_H
#define GM_TESTS_LEDGER_H

#include "scene/scene.h"

/* kg, grains by their weight.  What is owed is not in it. */
static inline double ledger_mass(const gm_scene *s)
{
  double sum = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    sum += gm_grains_mass(&s->grains, i);
  for (gm_index k = 0; k < s->points.n; ++k)
    sum += s->points.p[k].x[3];
  return sum;
}

#endif
