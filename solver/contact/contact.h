/* contact/contact.h -- one soft contact: what a law reads and what it returns.
 *
 * This header and those that hold the physics of one contact are compiled for graphics
 * processors as well: no header of the host but math.h and stdint.h, no
 * pointer to a function, no array of constants.
 */
#ifndef GM_CONTACT_CONTACT_H
#define GM_CONTACT_CONTACT_H

#include "base/vec3.h"
#include "contact/coefficients.h"

/* The step in which a contact is evaluated. */
typedef struct gm_law_time {
  double dt;  /* s */
  double lag; /* s  delay of velocities behind positions: dt / 2 or 0 */
  double
      turn; /* 1  1 + m r^2 / I of the grains: a force changes the velocity at the
                  contact by so much more along the plane than along the normal */
  double bend; /* 1  stiffness of a rolling spring over k_n (mu_r R)^2 */
} gm_law_time;

/* Inputs of a law for one contact.  Vectors are in the world frame. */
typedef struct gm_law_contact {
  double overlap;   /* m    > 0, unless the law acts across a gap (range) */
  double slope;     /* 1    gradient magnitude of the distance */
  double radius;    /* m    effective radius */
  double mobility;  /* 1/kg inverse effective mass, 1/m_a + 1/m_b */
  gm_vec3 normal;   /* 1    unit, from b to a */
  gm_vec3 velocity; /* m/s  of a relative to b: contact/geometry.h */
  gm_vec3
      moved; /* m/s  displacement likewise, in the last step, over dt: printed */
  gm_vec3 spring; /* history: tangential spring, force or stretch */
  double memory;  /* history, fourth number */
} gm_law_contact;

typedef struct gm_law_force {
  gm_vec3 force;     /* N  on a */
  gm_vec3 spring;    /* new history */
  double memory;     /* likewise */
  double dissipated; /* J  in this step */
  double frictional; /* J  of it by the tangential part */
  double load; /* N  normal load that limits friction and rolling resistance */
  double stiffness; /* N/m  normal stiffness; if law.grows, divided by memory */
} gm_law_force;

/* ---- what rolling and twisting resistance reads and returns ---------------- */

/* Inputs for one contact. */
typedef struct gm_couple_contact {
  double load;          /* N    normal load that limits friction */
  double stiffness;     /* N/m  normal stiffness */
  double stiffness_was; /* N/m  normal stiffness in the last step */
  double radius;        /* m    effective radius */
  double inertia;       /* kg m2  1 / (1/I_a + 1/I_b) */
  gm_vec3 normal;       /* 1    unit, from b to a */
  gm_vec3 spin;         /* rad/s  of a relative to b, rotated with the normal */
  gm_vec3 bent;         /* N m  history: rolling spring, on a */
  double twisted;       /* N m  history: twisting spring, along the normal */
} gm_couple_contact;

typedef struct gm_couple_torque {
  gm_vec3 torque; /* N m  on a */
  gm_vec3 bent;   /* N m  new history: rolling spring */
  double twisted; /* N m  new history: twisting spring */
  double rolling; /* J  rolling loss in this step */
  double torsion; /* J  twist loss in this step */
} gm_couple_torque;

/* ---- the geometry of one contact, by the equations of contact/geometry.h --- */

/* Rotates a vector from the contact frame half a step back to the present one. */
GM_INLINE gm_vec3 gm_geometry_turned(gm_vec3 u, gm_vec3 n, gm_vec3 p)
{
  return gm_madd(gm_madd(u, gm_dot(u, n), p), -gm_dot(u, p), n);
}

/* Change of the normal at a structure since the instant of the velocities: a fraction of
 * its change in the last step.  Zero if the pair did not touch then, or if the contact
 * jumped over an edge. */
GM_INLINE gm_vec3 gm_geometry_changed(gm_vec3 n, gm_vec3 last, double fraction)
{
  const double largest = 0.1;
  const gm_vec3 way = gm_sub(n, last);
  const int rolls = gm_norm2(way) < largest * largest;
  return gm_scale(rolls ? fraction : 0.0, way);
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
