/* contact/finnie.h -- the volume that an impact cuts from a surface: soft/wear.h. */
#ifndef GM_CONTACT_FINNIE_H
#define GM_CONTACT_FINNIE_H

#include "base/vec3.h"

/* m3, by an impact of effective mass m (kg) and velocity v (m/s) on a surface of normal
 * n, flow stress p (Pa; 0: none), ratio of depths psi and of forces K. */
GM_INLINE double gm_finnie_volume(double p, double psi, double K, double m,
                                  gm_vec3 v, gm_vec3 n)
{
  const double v2 = gm_norm2(v), vn = gm_dot(v, n);
  if (!(p > 0.0)) return 0.0;
  if (!(v2 > 0.0) || !(vn < 0.0)) return 0.0;
  const double part = vn * vn / v2;
  const double s2 = part < 1.0 ? part : 1.0, c2 = 1.0 - s2;
  const double angle = 6.0 * sqrt(s2) <= K * sqrt(c2)
                           ? 2.0 * sqrt(s2 * c2) - 6.0 / K * s2
                           : K / 6.0 * c2;
  const double scale = 1.0 / (p * psi * K);
  return scale * m * v2 * angle;
}

#endif
