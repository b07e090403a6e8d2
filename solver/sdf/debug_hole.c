/* sdf/debug_hole.c -- removes the virtual particles of one brick. */
#include "sdf/debug_hole.h"

#include "sdf/remove_sites.h"

/* Is the site in the brick that contains the point? */
static int is_in_hole(const void *of, const gm_lattice *l, const gm_index at[3],
                      const gm_site *site)
{
  const gm_vec3 off = gm_sub(*(const gm_vec3 *)of, l->origin);
  const double side = GM_BRICK_CELLS * l->spacing;
  const double brick[3] = {floor(off.x / side), floor(off.y / side),
                           floor(off.z / side)};
  (void)site;
  int in = 1;
  for (int a = 0; a < 3; ++a) {
    in &= brick[a] >= 0.0 && brick[a] < l->size[a] &&
          at[a] / GM_BRICK_CELLS == (gm_index)brick[a];
  }
  return in;
}

gm_status gm_debug_hole_cut(gm_lattice *l, gm_vec3 at)
{
  if (!isfinite(gm_norm2(at))) return GM_OK;
  return gm_remove_sites_where(l, is_in_hole, &at, GM_REMOVED_MISSING);
}
