/* points/point_weights.h -- weights of the nodes around a material point (uGIMP).
 *
 * A point is a box of half width l h (l <= 1/2) that keeps its shape; its weights are
 * means of the linear hats of the nodes over the box.  With u the distance from the
 * middle node of three, -l <= u < 1 - l in units of h,
 *
 *   t  = max(0, l - u)
 *   S0 = t^2 / (4 l)          S0' = -t / (2 l)
 *   S2 = u + S0               S2' = 1 + S0'
 *   S1 = 1 - u - 2 S0         S1' = -1 - 2 S0'
 *
 * per axis, which is the piecewise form of Bardenhagen and Kober (2004) written so that
 * the sum is 1 and linear functions are reproduced, whatever is rounded.
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
  const gm_row4 left = l - u;
  gm_row4 t;
  for (int a = 0; a < 4; ++a)
    t[a] = left[a] > 0.0 ? left[a] : 0.0;
  const gm_row4 s0 = t * t * (0.25 / l), d0 = t * (-0.5 / l);
  return (gm_point_weights){{s0, 1.0 - u - 2.0 * s0, u + s0},
                            {d0, -1.0 - 2.0 * d0, 1.0 + d0}};
}

#endif
