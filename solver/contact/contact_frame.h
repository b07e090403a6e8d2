/* contact/contact_frame.h -- the geometry of one contact, by the equations of
 * contact/geometry.h. */
#ifndef GM_CONTACT_CONTACT_FRAME_H
#define GM_CONTACT_CONTACT_FRAME_H

#include "base/vec3.h"

/* Rotates a vector from the contact frame half a step back to the present one. */
GM_INLINE gm_vec3 gm_geometry_turned(gm_vec3 u, gm_vec3 n, gm_vec3 p)
{
  return gm_madd(gm_madd(u, gm_dot(u, n), p), -gm_dot(u, p), n);
}

/* Relative velocity at the contact; c = v_a - v_b, w = L (r_a w_a + r_b w_b). */
GM_INLINE gm_vec3 gm_geometry_velocity(gm_vec3 c, gm_vec3 w, gm_vec3 n,
                                       gm_vec3 p)
{
  const gm_vec3 u = gm_sub(c, gm_cross(w, gm_sub(n, p)));
  return gm_geometry_turned(u, n, p);
}

typedef struct gm_contact_frame {
  gm_vec3 normal; /* 1    unit, from b to a */
  gm_vec3 turn; /* 1    change of the normal since the instant of velocities */
  gm_vec3 velocity; /* m/s  of a relative to b at the contact */
  double overlap;   /* m */
  double lever;     /* 1    arm ratio */
  double radius;    /* m    effective radius */
} gm_contact_frame;

/* Two grains: d = x_a - x_b, sum = r_a + r_b, c = v_a - v_b, s = r_a w_a + r_b w_b,
 * squares = r_a^2 + r_b^2; c and s belong to an instant `lag` (s) before d. */
GM_INLINE gm_contact_frame gm_geometry_pair(gm_vec3 d, double sum, gm_vec3 c,
                                            gm_vec3 s, double squares,
                                            double lag)
{
  const double distance = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
  const double both = 1.0 / (distance * sum);
  const double inverse = sum * both, isum = distance * both;
  const double L = distance * isum, q = lag * inverse;
  const gm_vec3 n = {d.x * inverse, d.y * inverse, d.z * inverse};
  const gm_vec3 w = {L * s.x, L * s.y, L * s.z};
  const gm_vec3 p = gm_scale(q, gm_madd(c, -gm_dot(c, n), n));
  return (gm_contact_frame){.normal = n,
                            .turn = p,
                            .velocity = gm_geometry_velocity(c, w, n, p),
                            .overlap = sum - distance,
                            .lever = L,
                            .radius = 0.5 * (sum - squares * isum)};
}

#endif
