/* base/quat.h -- unit quaternions, inline.
 *
 * q = {w, x, y, z} rotates body coordinates y to world coordinates: x = q y q*.
 */
#ifndef GM_BASE_QUAT_H
#define GM_BASE_QUAT_H

#include "base/math.h"
#include "base/vec3.h"

typedef struct gm_quat {
  double w, x, y, z;
} gm_quat;

GM_INLINE gm_quat gm_quat_identity(void)
{
  return (gm_quat){1.0, 0.0, 0.0, 0.0};
}

/* The rotation b followed by the rotation a. */
GM_INLINE gm_quat gm_quat_product(gm_quat a, gm_quat b)
{
  return (gm_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                   a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

GM_INLINE gm_quat gm_quat_conjugate(gm_quat q)
{
  return (gm_quat){q.w, -q.x, -q.y, -q.z};
}

GM_INLINE gm_quat gm_quat_unit(gm_quat q)
{
  const double n = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return (gm_quat){q.w / n, q.x / n, q.y / n, q.z / n};
}

#ifndef __OPENCL_C_VERSION__ /* what needs base/math.h is the host's */
/* Rotation by |a| radians about the vector a (exponential map).  Sine and cosine are
 * computed outside of branches, so that all instruction-set versions of a function
 * (GM_CLONED) compile to the same library calls. */
GM_INLINE gm_quat gm_quat_rotation(gm_vec3 a)
{
  const double square = gm_norm2(a);
  if (square < 0.0625) { /* what a step turns: series to 1e-18 */
    const double q = 0.25 * square;
    const double s =
        0.5 *
        (1.0 -
         q / 6.0 *
             (1.0 -
              q / 20.0 *
                  (1.0 - q / 42.0 * (1.0 - q / 72.0 * (1.0 - q / 110.0)))));
    const double c =
        1.0 -
        q / 2.0 *
            (1.0 -
             q / 12.0 * (1.0 - q / 30.0 * (1.0 - q / 56.0 * (1.0 - q / 90.0))));
    return (gm_quat){c, s * a.x, s * a.y, s * a.z};
  }
  const double angle = sqrt(square);
  const double sine = gm_math_sin(0.5 * angle),
               cosine = gm_math_cos(0.5 * angle);
  const double s = sine / angle;
  return (gm_quat){cosine, s * a.x, s * a.y, s * a.z};
}

/* A rotation by three uniform numbers in (0, 1), all rotations equally likely:
 * K. Shoemake, Uniform random rotations, in: Graphics Gems III (1992) 124-132. */
GM_INLINE gm_quat gm_quat_random(const double u[3])
{
  const double a = sqrt(1.0 - u[0]), b = sqrt(u[0]);
  const double s = 2.0 * GM_PI * u[1], t = 2.0 * GM_PI * u[2];
  return (gm_quat){b * gm_math_cos(t), a * gm_math_sin(s), a * gm_math_cos(s),
                   b * gm_math_sin(t)};
}

/* Rotation vector of q by the shorter angle: gm_quat_rotation of it is q or -q. */
GM_INLINE gm_vec3 gm_quat_vector(gm_quat q)
{
  const double side = q.w < 0.0 ? -1.0 : 1.0;
  const gm_vec3 v = {side * q.x, side * q.y, side * q.z};
  const double sine = gm_norm(v);
  return gm_scale(
      sine > 0.0 ? 2.0 * gm_math_atan2(sine, side * q.w) / sine : 2.0, v);
}
#endif

/* q v q*: body to world. */
GM_INLINE gm_vec3 gm_quat_rotate(gm_quat q, gm_vec3 v)
{
  const gm_vec3 u = {q.x, q.y, q.z};
  const gm_vec3 t = gm_scale(2.0, gm_cross(u, v));
  return gm_add(gm_madd(v, q.w, t), gm_cross(u, t));
}

/* q* v q: world to body. */
GM_INLINE gm_vec3 gm_quat_unrotate(gm_quat q, gm_vec3 v)
{
  return gm_quat_rotate(gm_quat_conjugate(q), v);
}

#endif
