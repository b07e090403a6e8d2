/* contact/couple.h -- rolling and twisting resistance: torques of a contact beside its
 * force.
 *
 * Resistance to rolling and to twisting about the normal (contact/rolling.h) can be
 * added to any force law, after its forces are computed.  A gm_couple describes one
 * combination of the two; null stands for none.
 *
 * Signs: spin of a relative to b, torque on a; b receives the opposite.
 */
#ifndef GM_CONTACT_COUPLE_H
#define GM_CONTACT_COUPLE_H

#include "contact/couple_contact.h"
#include "contact/law.h"

#define GM_COUPLES(couple)                                                     \
  couple(constant) couple(spring) couple(torsion) couple(constant_torsion)     \
      couple(spring_torsion)

typedef struct gm_couple {
  const char *name;
  int rolling, torsion; /* enums of choices/choices.h */

  /* Computes the torque columns (mx, ...) of the first n contacts of a block, n whole
   * vectors, from load, stiffness, history and spin.  `grows`: the stiffness is that
   * column times the law's memory.  `same` as in gm_law.forces. */
  void (*torques)(gm_block *k, int n, gm_law_time time, int grows,
                  const gm_couple_coefficients *same);

  /* The same for one contact. */
  gm_couple_torque (*query)(const gm_couple_coefficients *c, gm_law_time time,
                            const gm_couple_contact *contact);
} gm_couple;

#endif
