/* integrate/ballistic.c -- x <- x + v dt + g dt^2 / 2,  v <- v + g dt.
 *
 * Stored velocities belong to the time of the positions, so that a collision changes the
 * velocity with which bodies really meet.
 */
#include "integrate/ballistic.h"

#include "integrate/move.h"

void gm_ballistic_move(gm_grains *grains, gm_index i0, gm_index i1, double dt,
                       gm_vec3 gravity, const gm_load *load,
                       gm_scheme_sums *sums)
{
  const gm_row4 fall = gm_row(gm_scale(dt, gravity), 0.0);
  (void)load;
  for (gm_index i = i0; i < i1; ++i) {
    gm_grain *g = &grains->g[i];
    gm_move_by(grains, i, dt, g->v + 0.5 * fall, grains->w[i], sums);
    g->v += fall;
  }
}
