/* tests/verification/bounce.h -- a grain meets a rigid wall head on, and leaves it.
 *
 * Shared by the tests of restitution and of the scheme's order.
 */
#ifndef GM_TESTS_BOUNCE_H
#define GM_TESTS_BOUNCE_H

#include "check.h"
#include "pair.h"

typedef struct bounce {
  enum gm_choice_law law;
  double restitution; /* asked for */
  bool no_tension;
  bool open;  /* damp as if the dashpot might pull, then forbid it to */
  int scheme; /* enum gm_choice_scheme */
} bounce;

/* Speed after over speed before.  `steps` a contact, elastic and as the law itself says
 * how long it is; the wall is first touched after `phase` of a step. */
static inline double bounce_restitution(const bounce *b, int steps,
                                        double phase)
{
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  const double r = 0.005, v = 0.8;
  pair_scene p;
  pair_init(&p, b->law);
  p.config->contacts.no_tension = b->no_tension && !b->open;
  p.config->time.scheme = b->scheme;
  const gm_index m = pair_material(&p, 2500.0, 1.0e8, 0.25);
  const gm_index wall = pair_material(&p, 1.0, INFINITY, 0.0);
  pair_between(&p, m, m, 0.5, 0.0, 1.0);
  pair_between(&p, m, wall, b->restitution, 0.4, 1.0e5);
  pair_structure(&p, gm_shape_plane(none, z), wall);
  pair_grain(&p, gm_vec(0.0, 0.0, r), r, gm_scale(-v, z), none, m);

  const double mass = gm_grains_mass(&p.scene->grains, 0);
  const gm_law_options options = {.no_tension = p.config->contacts.no_tension,
                                  .tangential_damping = 1,
                                  .tangential_ratio = 2.0 / 7.0};
  const gm_law *law = gm_law_find((int)b->law, GM_TANGENTIAL_INCREMENTAL, 0);
  const gm_materials *ms = &p.scene->materials;
  const gm_law_input in = {&ms->row[m], &ms->row[wall], ms->pair[m][wall],
                           options};
  const gm_coefficients c = law->coefficients(&in);
  const double dt = law->duration(&c, r, mass, v) / steps;
  p.scene->grains.g[0].x[2] += phase * dt * v;

  pair_start(&p, dt, 1);
  if (b->open) p.step->model.table[m * GM_MATERIALS_MAX + wall].least = 0.0;
  int touched = 0, left = 0;
  for (int n = 0; n < 60 * steps && !left; ++n) {
    pair_advance(&p, 1);
    const gm_grain *g = &p.scene->grains.g[0];
    touched |= g->x[2] < r;
    left = touched && g->x[2] >= r && g->v[2] > 0.0;
  }
  CHECK(left);
  pair_advance(&p, 2); /* schemes look back */
  const double out = p.scene->grains.g[0].v[2] / v;
  pair_clear(&p);
  return out;
}

/* Mean and worst |e - expected| over 20 entry phases. */
static inline void bounce_errors(const bounce *b, int steps, double expected,
                                 double *mean, double *worst)
{
  *mean = *worst = 0.0;
  for (int k = 0; k < 20; ++k) {
    const double error =
        fabs(bounce_restitution(b, steps, 0.05 * k) - expected);
    *mean += 0.05 * error;
    *worst = fmax(*worst, error);
  }
}

#endif
