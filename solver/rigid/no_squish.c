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

/* Rotates the pair of components (a, b) of a vector by the angle of (c, s), backwards. */
GM_INLINE void unrotate(double *a, double *b, double c, double s)
{
  const double old = *a;
  *a = c * old + s * *b;
  *b = c * *b - s * old;
}

static void about_x(gm_quat *q, gm_vec3 *l, double h, double moment)
{
  const double half = 0.5 * h * l->x / moment;
  const double c = cos(half), s = sin(half);
  *q = gm_quat_product(*q, (gm_quat){c, s, 0.0, 0.0});
  unrotate(&l->y, &l->z, (c - s) * (c + s), 2.0 * c * s);
}

static void about_y(gm_quat *q, gm_vec3 *l, double h, double moment)
{
  const double half = 0.5 * h * l->y / moment;
  const double c = cos(half), s = sin(half);
  *q = gm_quat_product(*q, (gm_quat){c, 0.0, s, 0.0});
  unrotate(&l->z, &l->x, (c - s) * (c + s), 2.0 * c * s);
}

static void about_z(gm_quat *q, gm_vec3 *l, double h, double moment)
{
  const double half = 0.5 * h * l->z / moment;
  const double c = cos(half), s = sin(half);
  *q = gm_quat_product(*q, (gm_quat){c, 0.0, 0.0, s});
  unrotate(&l->x, &l->y, (c - s) * (c + s), 2.0 * c * s);
}

void gm_no_squish_turn(gm_quat *q, gm_vec3 *l, gm_vec3 inertia, double dt)
{
  about_z(q, l, 0.5 * dt, inertia.z);
  about_y(q, l, 0.5 * dt, inertia.y);
  about_x(q, l, dt, inertia.x);
  about_y(q, l, 0.5 * dt, inertia.y);
  about_z(q, l, 0.5 * dt, inertia.z);
  *q = gm_quat_unit(*q);
}
