/* assembly/clump_state.c -- a clump at the instant of the positions. */
#include "assembly/clump_state.h"

gm_clump_state gm_clump_state_at(const gm_clump *c, gm_vec3 gravity,
                                 double kick)
{
  const gm_vec3 a = gm_madd(gravity, c->mobility, c->load.force);
  const gm_vec3 v = gm_madd(c->velocity, kick, a);
  const gm_vec3 l =
      gm_madd(c->momentum, kick, gm_quat_unrotate(c->turn, c->load.torque));
  const gm_vec3 w = gm_clumps_eased(l, c->ease);
  return (gm_clump_state){
      .velocity = v,
      .spin = gm_quat_rotate(c->turn, w),
      .momentum = gm_quat_rotate(c->turn, l),
      .kinetic = 0.5 * gm_norm2(v) / c->mobility + 0.5 * gm_dot(l, w),
  };
}
