/* contact/couple_contact.h -- what rolling and twisting resistance reads and returns, of
 * one contact. */
#ifndef GM_CONTACT_COUPLE_CONTACT_H
#define GM_CONTACT_COUPLE_CONTACT_H

#include "base/vec3.h"
#include "contact/coefficients.h"

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

#endif
