/* contact/coefficients.h -- the coefficients that the loop of a contact law reads.
 *
 * A law derives them once from a pair of materials.  If all contacts of a block have
 * the same pair of materials, the loop reads one gm_coefficients; otherwise it reads
 * columns of the block, one value per contact.  Each entry below declares both field
 * and column.
 */
#ifndef GM_CONTACT_COEFFICIENTS_H
#define GM_CONTACT_COEFFICIENTS_H

/* clang-format off */
#define GM_COEFFICIENTS(column) \
  column(kn)       /* elastic, normal; unit as the law defines it */ \
  column(kt)       /* elastic, tangential */ \
  column(cn)       /* damping, normal, in proportion to the root of the mass */ \
  column(ct)       /* damping, tangential, likewise */ \
  column(normal_damping)     /* Ns/m  damping independent of mass; hooke */ \
  column(tangential_damping) /* Ns/m  likewise */ \
  column(mu)       /* 1  friction */ \
  column(least)    /* N  minimum normal force: 0, or -infinity with tension */ \
  column(cohesion) /* J/m2 or J/m3  strength of the attraction */

/* Coefficients of rolling and twisting resistance: contact/couples.h. */
#define GM_COUPLE_COEFFICIENTS(column) \
  column(rolling)         /* 1  largest torque over (load times radius) */ \
  column(rolling_damping) /* 1  damping ratio of both springs */ \
  column(torsion)         /* 1  as rolling, about the normal */
/* clang-format on */

#define GM_COEFFICIENTS_FIELD(NAME) double NAME;

typedef struct gm_coefficients {
  GM_COEFFICIENTS(GM_COEFFICIENTS_FIELD)
} gm_coefficients;

typedef struct gm_couple_coefficients {
  GM_COUPLE_COEFFICIENTS(GM_COEFFICIENTS_FIELD)
} gm_couple_coefficients;

#endif
