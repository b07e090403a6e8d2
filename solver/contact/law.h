/* contact/law.h -- soft contacts: from overlap and velocity to force.
 *
 * A law is a descriptor; its file holds the physics of one contact as one inline
 * function, used by the loop over a block, by a query and by the tests.  What laws share
 * stands in inline pieces (contact/friction.h) that each law composes
 * at compile time.  To add a law: one file, one line in GM_LAWS, its keys, one
 * verification test.
 *
 * Signs: normal n from b to a, v of a relative to b, v_n = v.n > 0 separating, force on
 * a.
 */
#ifndef GM_CONTACT_LAW_H
#define GM_CONTACT_LAW_H

#include "base/status.h"
#include "config/choices.h"
#include "contact/block.h"
#include "contact/contact.h"
#include "scene/material.h"
#include <stddef.h>

/* clang-format off */
#define GM_LAWS(law) \
  law(hertz) law(hertz_total) \
  law(dmt) law(dmt_total) \
  law(jkr) law(jkr_total) \
  law(sjkr) law(sjkr_total) \
  law(hooke) law(sjkr_hooke) \
  law(lecture) law(lecture_slide) \
  law(lecture_overlap) law(lecture_slide_overlap)
/* clang-format on */

/* The tangential form of a law that has only one. */
enum { GM_LAW_EITHER_FORM = -1 };

/* Options for all pairs of materials. */
typedef struct gm_law_options {
  int no_tension;          /* the normal force is never attractive */
  int tangential_damping;  /* 0: the tangential spring has no dashpot */
  double tangential_ratio; /* 1  hooke: tangential over normal stiffness */
  gm_grain_rule grains;    /* mass of a grain */
} gm_law_options;

/* Inputs for the coefficients of one pair of materials. */
typedef struct gm_law_input {
  const gm_material *a, *b;
  gm_pair pair;
  gm_law_options options;
} gm_law_input;

typedef struct gm_law {
  const char *name;
  int law, tangential, cohesion; /* enums of config/choices.h */
  int history; /* numbers kept per contact, at most 4; the first three are a vector of a
                  relative to b, which changes sign when a and b change places */

  int printed; /* 1: arms are the radii, and the law reads the displacement in the last
                  step (gm_grains.moved) */

  int grows; /* 1: normal stiffness = gm_law_force.stiffness times memory */

  /* Coefficients of one pair of materials. */
  gm_coefficients (*coefficients)(const gm_law_input *input);

  /* Computes force on a, new history and losses of the first n contacts of a block, n
   * whole vectors.  `same`: coefficients of all contacts; null: contact t has k->kn[t],
   * ... */
  void (*forces)(gm_block *k, int n, gm_law_time time,
                 const gm_coefficients *same);

  /* The same for one contact: the copy of the physics that forces() runs. */
  gm_law_force (*query)(const gm_coefficients *c, gm_law_time time,
                        const gm_law_contact *contact);

  /* Elastic energy, in J, of a contact whose history is spring, memory. */
  double (*energy)(const gm_coefficients *c, const gm_law_contact *contact);

  /* Damping ratio of a contact of effective mass m (kg), for its normal or its tangential
   * spring. */
  double (*damping)(const gm_coefficients *c, double mass, int tangential);

  /* Shortest half period, in s, of a contact of effective mass m (kg) and radius (m) that
   * meets at speed v (m/s): what the time step must resolve. */
  double (*duration)(const gm_coefficients *c, double radius, double mass,
                     double speed);

  /* Largest gap (m) before a contact ends; null: 0.  Such a law evaluates a contact until
   * it returns memory 0. */
  double (*range)(const gm_coefficients *c, double radius);
} gm_law;

/* The law of hard grains: no force. */
extern const gm_law gm_law_collisions;

/* The law of these choices, or null if there is none; the first of several forms. */
const gm_law *gm_law_find(int law, int tangential, int cohesion);

/* Fills table[a * GM_MATERIALS_MAX + b] for every pair of materials in the scene. */
void gm_law_table(const gm_law *law, const gm_materials *materials,
                  gm_law_options options, gm_coefficients *table);

/* Damping ratio that gives restitution e in (0, 1].  no_tension: the dashpot may not make
 * the force attractive.  e is at least 1e-3, or 0.048 with no_tension. */
double gm_law_damping(double restitution, int no_tension);

/* Duration of a contact with damping ratio zeta times w0, for the same end of contact. */
double gm_law_phase(double zeta, int no_tension);

/* Restitution with damping ratio zeta >= 0 if the force may not become attractive. */
double gm_law_restitution_clamped(double zeta);

#endif
