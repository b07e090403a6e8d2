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

#endif
