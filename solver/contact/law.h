/* contact/law.h -- soft contacts: from overlap and velocity to force.
 *
 * Room: contact.  May include: base, scene.
 *
 * A law is a descriptor; its file holds the physics of one contact as one inline function,
 * used by the loop over a block, by a query and by the tests.  To add a law: one file, one
 * line in GM_LAWS, its keys, one verification test.
 *
 * Signs: normal n from b to a, v of a relative to b, v_n = v.n > 0 separating, force on a.
 */
#ifndef GM_CONTACT_LAW_H
#define GM_CONTACT_LAW_H

#include "base/status.h"
#include "scene/block.h"
#include "scene/material.h"

#define GM_LAWS(law) law(hertz) law(hooke)

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
  double overlap;   /* m    > 0 */
  double slope;     /* 1    |raw gradient| of the distance */
  double radius;    /* m    effective */
  double mass;      /* kg   effective */
  gm_vec3 normal;   /* 1    unit, from b to a */
  gm_vec3 velocity; /* m/s  of a relative to b */
  gm_vec3 spring;   /* history: as the law declares */
  double memory;    /* history, fourth number */
} gm_law_contact;

typedef struct gm_law_force {
  gm_vec3 force;     /* N  on a */
  gm_vec3 spring;    /* new history */
  double memory;     /* likewise */
  double dissipated; /* J  in this step */
} gm_law_force;

typedef struct gm_law {
  const char *name;
  int history; /* numbers kept per contact, at most 4; the first three are a vector of a
                  relative to b, which changes sign when a and b change places */

  /* Coefficients of one pair of materials. */
  gm_coefficients (*coefficients)(const gm_law_input *input);

  /* Force on a, new history, dissipation of rows [0, n), n whole vectors.  `same` holds
   * for all rows; null: row t has k->kn[t], kt[t] ... */
  void (*forces)(gm_block *k, int n, double dt, const gm_coefficients *same);

  /* The same for one contact: the copy of the physics that forces() runs. */
  gm_law_force (*query)(const gm_coefficients *c, double dt,
                        const gm_law_contact *contact);

  /* Elastic energy, in J, of a contact whose history is spring, memory. */
  double (*energy)(const gm_coefficients *c, const gm_law_contact *contact);

  /* Shortest half period, in s, of a contact of effective mass m (kg) and radius (m) that
   * meets at speed v (m/s): what the time step must resolve. */
  double (*duration)(const gm_coefficients *c, double radius, double mass,
                     double speed);
} gm_law;

/* The law named in enum gm_config_law order, hertz first. */
const gm_law *gm_law_at(int index);

/* Coefficients of every pair that was given, at table[a * GM_MATERIALS_MAX + b]. */
void gm_law_table(const gm_law *law, const gm_materials *materials,
                  gm_law_options options, gm_coefficients *table);

/* Ratio of critical damping that gives restitution e: of a dashpot that may pull, and of
 * one that may not.  e in (0, 1]; e below 1e-3, or 0.048 where the dashpot may not pull, is
 * taken as that. */
double gm_law_damping(double restitution, int no_tension);

/* Restitution of a linear dashpot with ratio zeta >= 0 that never pulls. */
double gm_law_restitution_clamped(double zeta);

#endif
