/* soft/kick_drift.h -- the last pass of a step: new velocities, new positions.
 *
 * Free grains go by the scheme of the run (soft/scheme.h), faces of the domain may
 * reflect them, then held grains are put where their groups are.  Inline, so that it is
 * compiled with each clone of the chunk.
 */
#ifndef GM_SOFT_KICK_DRIFT_H
#define GM_SOFT_KICK_DRIFT_H

#include "scene/scene.h"
#include "soft/move.h"

/* Sets the spins of held grains in [i0, i1) to those of their groups.  To be called
 * before the scheme moves the grains by dt (s). */
void gm_kick_drift_turn(const gm_held_groups *h, gm_grains *g, gm_index i0,
                        gm_index i1, double dt);

/* Sets positions and velocities of held grains after the move.  Returns the largest
 * squared displacement over dt (m2/s2). */
double gm_kick_drift_carry(const gm_held_groups *h, const gm_domain *domain,
                           gm_grains *g, gm_index i0, gm_index i1,
                           const gm_scheme *scheme, double dt);

/* Reflects grains [i0, i1) after their move by dt (s) under gravity (m/s2), and what
 * the scheme remembers of their last step.  Adds to sums->impulse; sums->fastest becomes
 * a bound for the new displacements as well. */
void gm_kick_drift_reflect(const gm_domain *domain, gm_grains *g, gm_index i0,
                           gm_index i1, const gm_scheme *scheme, double dt,
                           gm_vec3 gravity, gm_scheme_sums *sums);

/* Move grains [i0, i1) under `load` [i1 - i0] by dt (s), with a first kick over `kick`
 * (s). `ahead`: see gm_move_grains.  Adds to *sums. */
GM_INLINE void gm_kick_drift(const gm_scheme *scheme, gm_scene *scene,
                             gm_index i0, gm_index i1, gm_index ahead,
                             double kick, double dt, const gm_load *load,
                             gm_scheme_sums *sums)
{
  gm_grains *grains = &scene->grains;
  const gm_held_groups *held_groups = &scene->held_groups;
  if (grains->held) gm_kick_drift_turn(held_groups, grains, i0, i1, dt);
  if (scheme->move) {
    scheme->move(grains, i0, i1, dt, scene->gravity, load, sums);
  } else {
    gm_move_grains(grains, i0, i1, ahead, kick, dt, scene->gravity, load, sums);
    if (grains->orientation) gm_move_orientations(grains, i0, i1, dt);
    if (grains->moved) gm_move_note(grains, i0, i1);
  }
  if (scene->domain.reflects)
    gm_kick_drift_reflect(&scene->domain, grains, i0, i1, scheme, dt,
                          scene->gravity, sums);
  if (!grains->held) return;
  const double held = gm_kick_drift_carry(held_groups, &scene->domain, grains,
                                          i0, i1, scheme, dt);
  sums->fastest = fmax(sums->fastest, held);
}

#endif
