/* contact/couple.h -- torques that a contact passes on beside its force.
 *
 * Room: contact.  May include: base, scene.
 *
 * Resistance to rolling (contact/rolling.h) and to spinning about the normal
 * (contact/torsion.h), added to any law after its forces are known.  A couple is a
 * descriptor of one combination of the two; null stands for none.
 *
 * Signs: spin of a relative to b, torque on a; b receives the opposite.
 */
#ifndef GM_CONTACT_COUPLE_H
#define GM_CONTACT_COUPLE_H

#include "contact/law.h"

#define GM_COUPLES(couple)                                                     \
  couple(constant) couple(spring) couple(torsion) couple(constant_torsion)     \
      couple(spring_torsion)

/* The same order as the user's words in config/config.h. */
enum gm_couple_rolling {
  GM_ROLLING_NONE,
  GM_ROLLING_CONSTANT,
  GM_ROLLING_SPRING
};
enum gm_couple_torsion { GM_TORSION_NONE, GM_TORSION_SPRING };

/* One contact, all that a couple may know. */
typedef struct gm_couple_contact {
  double load;          /* N    what friction is a part of */
  double stiffness;     /* N/m  normal */
  double stiffness_was; /* N/m  in the last step */
  double radius;        /* m    effective */
  double inertia;       /* kg m2  1 / (1/I_a + 1/I_b) */
  gm_vec3 normal;       /* 1 */
  gm_vec3 spin;         /* rad/s  of a relative to b, turned with the normal */
  gm_vec3 bent;         /* N m  history: rolling spring, on a */
  double twisted;       /* N m  history: torsion spring, along the normal */
} gm_couple_contact;

typedef struct gm_couple_torque {
  gm_vec3 torque; /* N m  on a */
  gm_vec3 bent;   /* new history */
  double twisted; /* likewise */
  double rolling; /* J  dissipated in this step by rolling */
  double torsion; /* J  by spinning */
} gm_couple_torque;

typedef struct gm_couple {
  const char *name;
  int rolling, torsion; /* enums above */

  /* Columns mx .. of rows [0, n), n whole vectors, from load, stiffness, history and spin;
   * `grows`: the law's stiffness is that column times the law's memory.  `same` as in
   * gm_law.forces. */
  void (*torques)(gm_block *k, int n, gm_law_time time, int grows,
                  const gm_couple_coefficients *same);

  /* The same for one contact. */
  gm_couple_torque (*query)(const gm_couple_coefficients *c, gm_law_time time,
                            const gm_couple_contact *contact);
} gm_couple;

/* The couple of these enums, or null if both are none. */
const gm_couple *gm_couple_find(int rolling, int torsion);

/* Coefficients of every pair that was given, as gm_law_table. */
void gm_couple_table(const gm_materials *materials,
                     gm_couple_coefficients *table);

/* Elastic energy, in J, of both springs; stiffness, radius, history of *contact. */
double gm_couple_energy(const gm_couple_coefficients *c,
                        const gm_couple_contact *contact);

/* How many times slower than the contact itself the stiffest spring of a couple is, at
 * most 1: a grain that spins freely on a wall has w^2 = 5.6 mu^2 k_n / m. */
double gm_couple_slowness(const gm_couple_coefficients *c);

#endif
