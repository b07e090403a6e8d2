/* contact/law.h -- soft contacts: from overlap and velocity to force.
 *
 * Room: contact.  May include: base, scene.
 *
 * A law is a descriptor; its file holds the physics of one contact as one inline function,
 * used by the loop over a block, by a query and by the tests.  What laws share stands in
 * inline pieces (contact/friction.h, hertz.h, hooke.h) that each law composes at compile
 * time.  To add a law: one file, one line in GM_LAWS, its keys, one verification test.
 *
 * Signs: normal n from b to a, v of a relative to b, v_n = v.n > 0 separating, force on a.
 */
#ifndef GM_CONTACT_LAW_H
#define GM_CONTACT_LAW_H

#include "base/status.h"
#include "scene/block.h"
#include "scene/material.h"
#include <stddef.h>

/* clang-format off */
#define GM_LAWS(law) \
  law(hertz) law(hertz_total) \
  law(dmt) law(dmt_total) \
  law(jkr) law(jkr_total) \
  law(sjkr) law(sjkr_total) \
  law(hooke) law(sjkr_hooke)
/* clang-format on */

/* What names a law; the same order as the user's words in config/config.h. */
enum gm_law_base { GM_BASE_HERTZ, GM_BASE_HOOKE };
enum gm_law_spring { GM_SPRING_INCREMENTAL, GM_SPRING_TOTAL, GM_SPRING_ANY };
enum gm_law_attraction {
  GM_ATTRACTION_NONE,
  GM_ATTRACTION_JKR,
  GM_ATTRACTION_DMT,
  GM_ATTRACTION_SJKR
};

/* The step that a contact is asked for. */
typedef struct gm_law_time {
  double dt;  /* s */
  double lag; /* s  by which velocities stand behind positions: dt / 2 or 0 */
} gm_law_time;

/* What the user chose for all pairs. */
typedef struct gm_law_options {
  int no_tension;          /* the normal force is never attractive */
  int tangential_damping;  /* 0: the tangential spring has no dashpot */
  double tangential_ratio; /* 1  hooke: tangential over normal stiffness */
} gm_law_options;

/* What a law makes the coefficients of one pair from. */
typedef struct gm_law_input {
  const gm_material *a, *b;
  gm_pair pair;
  gm_law_options options;
} gm_law_input;

/* One contact, all that a law may know.  Vectors are in the world frame. */
typedef struct gm_law_contact {
  double overlap;   /* m    > 0, but for a law that reaches further */
  double slope;     /* 1    |raw gradient| of the distance */
  double radius;    /* m    effective */
  double mobility;  /* 1/kg 1/m_a + 1/m_b */
  gm_vec3 normal;   /* 1    unit, from b to a */
  gm_vec3 velocity; /* m/s  of a relative to b: contact/geometry.h */
  gm_vec3 spring;   /* history: as the law declares */
  double memory;    /* history, fourth number */
} gm_law_contact;

typedef struct gm_law_force {
  gm_vec3 force;     /* N  on a */
  gm_vec3 spring;    /* new history */
  double memory;     /* likewise */
  double dissipated; /* J  in this step */
  double frictional; /* J  of it by the tangential part */
  double load;       /* N  that friction is a part of, and rolling resistance */
  double stiffness;  /* N/m  normal; over memory where the law grows */
} gm_law_force;

typedef struct gm_law {
  const char *name;
  int base, spring, attraction; /* enums above */
  int history; /* numbers kept per contact, at most 4; the first three are a vector of a
                  relative to b, which changes sign when a and b change places */

  int grows; /* the normal stiffness is that of gm_law_force times memory */

  /* Coefficients of one pair of materials. */
  gm_coefficients (*coefficients)(const gm_law_input *input);

  /* Force on a, new history, dissipation of rows [0, n), n whole vectors.  `same` holds
   * for all rows; null: row t has k->kn[t], kt[t] ... */
  void (*forces)(gm_block *k, int n, gm_law_time time,
                 const gm_coefficients *same);

  /* The same for one contact: the copy of the physics that forces() runs. */
  gm_law_force (*query)(const gm_coefficients *c, gm_law_time time,
                        const gm_law_contact *contact);

  /* Elastic energy, in J, of a contact whose history is spring, memory. */
  double (*energy)(const gm_coefficients *c, const gm_law_contact *contact);

  /* Shortest half period, in s, of a contact of effective mass m (kg) and radius (m) that
   * meets at speed v (m/s): what the time step must resolve. */
  double (*duration)(const gm_coefficients *c, double radius, double mass,
                     double speed);

  /* How far, in m, the surfaces may part before a contact ends; null: not at all.  Rows
   * that touched come to such a law until it returns memory 0. */
  double (*range)(const gm_coefficients *c, double radius);
} gm_law;

/* The law of these enums, or null if there is none. */
const gm_law *gm_law_find(int base, int spring, int attraction);

/* Coefficients of every pair that was given, at table[a * GM_MATERIALS_MAX + b]. */
void gm_law_table(const gm_law *law, const gm_materials *materials,
                  gm_law_options options, gm_coefficients *table);

/* Ratio of critical damping that gives restitution e: of a dashpot that may pull, and of
 * one that may not.  e in (0, 1]; e below 1e-3, or 0.048 where the dashpot may not pull, is
 * taken as that. */
double gm_law_damping(double restitution, int no_tension);

/* Duration of a contact under a linear dashpot of ratio zeta, times w0; ended as the
 * restitution above is. */
double gm_law_phase(double zeta, int no_tension);

/* Restitution of a linear dashpot with ratio zeta >= 0 that never pulls. */
double gm_law_restitution_clamped(double zeta);

#endif
