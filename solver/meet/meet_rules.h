/* meet/meet_rules.h -- which structures meet, and how stiff their contact is. */
#ifndef GM_MEET_MEET_RULES_H
#define GM_MEET_MEET_RULES_H

#include "scene/scene.h"

/* Coefficients of a pair of materials. */
typedef struct gm_meet_material {
  double foundation; /* N/m3  given; 0: from modulus and size */
  double modulus; /* Pa  effective, 1/E* = (1 - nu^2)/E of both; 0: not given */
  double ratio;   /* 1  tangential over normal stiffness */
  double zeta;    /* 1  damping ratio that gives the restitution */
  double mu;      /* 1  NaN: the scene does not list the pair */
} gm_meet_material;

typedef struct gm_meet_table {
  gm_meet_material pair[GM_MATERIALS_MAX][GM_MATERIALS_MAX];
} gm_meet_table;

/* ratio: contacts.tangential_ratio, or 0: that of the elastic half space. */
void gm_meet_rules_table(const gm_materials *materials, double ratio,
                         gm_meet_table *table);

/* Why two structures do not meet; 0: they do. */
typedef enum gm_meet_why {
  GM_MEET_YES,
  GM_MEET_NO_FORM,    /* one has no inside that others could meet */
  GM_MEET_EXCLUDED,   /* by structures[].meets */
  GM_MEET_PRESCRIBED, /* neither is free */
  GM_MEET_NO_PAIR,    /* contacts.pairs does not list their materials */
  GM_MEET_SOFT,       /* neither foundation nor modulus is given */
  GM_MEET_ENDLESS,    /* neither has samples */
} gm_meet_why;

gm_meet_why gm_meet_rules_meet(const gm_meet_table *table,
                               const gm_structure *a, const gm_structure *b,
                               gm_index row_a, gm_index row_b);

/* Material of the contact: b, but a beside a mirror, which has none. */
gm_index gm_meet_rules_material(const gm_structure *a, const gm_structure *b);

/* Foundation k (N/m3) of two structures. */
double gm_meet_rules_foundation(const gm_meet_table *table,
                                const gm_structure *a, const gm_structure *b);

#endif
