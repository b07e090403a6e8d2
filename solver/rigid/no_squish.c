/* rigid/no_squish.c -- free rotation by five rotations about principal axes.
 *
 * The kinetic energy is split into l_k^2 / 2 i_k.  Each part alone rotates the body about
 * its axis k by the angle h l_k / i_k:  q <- q Q_k,  l <- Q_k^T l.  The sequence 3, 2
 * (h / 2), 1 (h), 2, 3 (h / 2) is symmetric, so of second order, and symplectic.  Every
 * part keeps q l q*, the angular momentum in the world, to round-off.
 *
 * T. F. Miller et al., J. Chem. Phys. 116 (2002) 8649-8659.
 */
#include "rigid/no_squish.h"

#include "base/math.h"

/* Rotates the pair of components (a, b) of a vector by the angle of (c, s), backwards. */
GM_INLINE void unrotate_pair(double *a, double *b, double c, double s)
{
  const double old = *a;
  *a = c * old + s * *b;
  *b = c * *b - s * old;
}

typedef struct turning {
  double c, s; /* cosine and sine of half the angle */
} turning;

/* Small angles, those of nearly every step, by Taylor's series: the first term left out
 * is below a tenth of an ulp. */
GM_INLINE turning turning_of(double x)
{
  const double small = 0.0625, y = x * x;
  if (fabs(x) > small) return (turning){gm_math_cos(x), gm_math_sin(x)};
  const double c =
      1.0 / 2.0 - y * (1.0 / 24.0 - y * (1.0 / 720.0 - y * (1.0 / 40320.0)));
  const double s =
      1.0 / 6.0 - y * (1.0 / 120.0 - y * (1.0 / 5040.0 - y * (1.0 / 362880.0)));
  return (turning){1.0 - y * c, x - x * y * s};
}

/* q times the rotation about an axis, whose other components are 0. */
GM_INLINE void about_x(gm_quat *q, gm_vec3 *l, double h, double inverse)
{
  const turning t = turning_of(0.5 * h * l->x * inverse);
  const double c = t.c, s = t.s;
  *q = (gm_quat){q->w * c - q->x * s, q->x * c + q->w * s, q->y * c + q->z * s,
                 q->z * c - q->y * s};
  unrotate_pair(&l->y, &l->z, (c - s) * (c + s), 2.0 * c * s);
}

GM_INLINE void about_y(gm_quat *q, gm_vec3 *l, double h, double inverse)
{
  const turning t = turning_of(0.5 * h * l->y * inverse);
  const double c = t.c, s = t.s;
  *q = (gm_quat){q->w * c - q->y * s, q->x * c - q->z * s, q->y * c + q->w * s,
                 q->z * c + q->x * s};
  unrotate_pair(&l->z, &l->x, (c - s) * (c + s), 2.0 * c * s);
}

GM_INLINE void about_z(gm_quat *q, gm_vec3 *l, double h, double inverse)
{
  const turning t = turning_of(0.5 * h * l->z * inverse);
  const double c = t.c, s = t.s;
  *q = (gm_quat){q->w * c - q->z * s, q->x * c + q->y * s, q->y * c - q->x * s,
                 q->z * c + q->w * s};
  unrotate_pair(&l->x, &l->y, (c - s) * (c + s), 2.0 * c * s);
}

void gm_no_squish_turn(gm_quat *q, gm_vec3 *l, gm_vec3 inertia, double dt)
{
  const gm_vec3 i = {1.0 / inertia.x, 1.0 / inertia.y, 1.0 / inertia.z};
  about_z(q, l, 0.5 * dt, i.z);
  about_y(q, l, 0.5 * dt, i.y);
  about_x(q, l, dt, i.x);
  about_y(q, l, 0.5 * dt, i.y);
  about_z(q, l, 0.5 * dt, i.z);
  *q = gm_quat_unit(*q);
}
