/* points/point_weights.h -- weights of the nodes around a material point (uGIMP).
 *
 * A point is a box of half width l h (l <= 1/2) that keeps its shape; its weights are
 * means of the linear hats of the nodes over the box.  With u the distance from the
 * middle node of three, -l <= u < 1 - l in units of h,
 *
 *   t  = max(0, l - u)        q  = min(l + u, 2 l)
 *   S0 = t^2 / (4 l)          S0' = -t / (2 l)
 *   S2 = q^2 / (4 l) + max(0, u - l)          S2' = q / (2 l)
 *   S1 = 1 - S0 - S2          S1' = -S0' - S2'
 *
 * per axis, which is the piecewise form of Bardenhagen and Kober (2004).  The box of a
 * point on a regular lattice may end at a node, u = -l.  S2 = u + S0 would then be some
 * 1e-17 of either sign; sums of such masses cancel, while those of the forces do not, so
 * that the node gets any velocity.
 */
#ifndef GM_POINTS_POINT_WEIGHTS_H
#define GM_POINTS_POINT_WEIGHTS_H

#include "base/row4.h"
#include "base/types.h"

enum { GM_POINT_NODES = 27 }; /* of the stencil in space; in the plane 9 */

/* Weights of three consecutive nodes along x, y, z (lanes), and their derivatives times
 * h. */
typedef struct gm_point_weights {
  gm_row4 s[3], d[3];
} gm_point_weights;

/* First of the three nodes along one axis, for a position in units of h, below 1e9. */
GM_INLINE int gm_point_weights_first(double x, double l)
{
  const double y = x + l;
  const int i = (int)y;
  return i - (y < i) - 1;
}

/* u: position in units of h less that of the middle node. */
GM_INLINE gm_point_weights gm_point_weights_at(gm_row4 u, double l)
{
  const gm_row4 left = l - u, right = l + u;
  gm_row4 t, q, over;
  for (int a = 0; a < 4; ++a) {
    t[a] = left[a] > 0.0 ? left[a] : 0.0;
    over[a] = left[a] > 0.0 ? 0.0 : -left[a];
    q[a] = right[a] > 0.0 ? right[a] - over[a] : 0.0;
  }
  const gm_row4 s0 = t * t * (0.25 / l), d0 = t * (-0.5 / l);
  const gm_row4 s2 = q * q * (0.25 / l) + over, d2 = q * (0.5 / l);
  return (gm_point_weights){{s0, 1.0 - s0 - s2, s2}, {d0, -d0 - d2, d2}};
}

#endif
