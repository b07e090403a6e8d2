/* contact/couples.h -- table of the models of rolling and twisting resistance. */
#ifndef GM_CONTACT_COUPLES_H
#define GM_CONTACT_COUPLES_H

#include "contact/contact.h"
#include "contact/law.h"

#define GM_COUPLES(couple)                                                     \
  couple(constant) couple(spring) couple(torsion) couple(constant_torsion)     \
      couple(spring_torsion)

typedef struct gm_couple {
  const char *name;
  int rolling, torsion; /* enums of config/choices.h */

  /* Computes the torque columns (mx, ...) of the first n contacts of a block, n whole
   * vectors, from load, stiffness, history and spin.  `grows`: the stiffness is that
   * column times the law's memory.  `same` as in gm_law.forces. */
  void (*torques)(gm_block *k, int n, gm_law_time time, int grows,
                  const gm_couple_coefficients *same);

  /* The same for one contact. */
  gm_couple_torque (*query)(const gm_couple_coefficients *c, gm_law_time time,
                            const gm_couple_contact *contact);
} gm_couple;

/* The model of these enums, or null if both are none. */
const gm_couple *gm_couples_find(int rolling, int torsion);

/* Fills the coefficients of every pair of materials in the scene, as gm_law_table. */
void gm_couples_table(const gm_materials *materials,
                      gm_couple_coefficients *table);

/* Elastic energy (J) of both springs, from stiffness, radius and history of *contact. */
double gm_couples_energy(const gm_couple_coefficients *c, double bend,
                         const gm_couple_contact *contact);

/* How many times slower than the contact itself the stiffest spring of a couple is, at
 * most 1: a grain that spins freely on a wall has w^2 = 5.6 mu^2 k_n / m. */
double gm_couples_slowness(const gm_couple_coefficients *c, gm_law_time time);

#endif
