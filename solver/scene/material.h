/* scene/material.h -- materials and the coefficients of their pairs.
 *
 * Room: scene.  May include: base.
 */
#ifndef GM_SCENE_MATERIAL_H
#define GM_SCENE_MATERIAL_H

#include "base/types.h"

enum { GM_MATERIALS_MAX = 64, GM_NAME_LENGTH = 64 };

typedef struct gm_material {
  char name[GM_NAME_LENGTH];
  double density;           /* kg/m3 */
  double youngs_modulus;    /* Pa */
  double poisson_ratio;     /* 1 */
  double smallest, largest; /* m  radii of its grains; 0: it has none */
} gm_material;

/* What the user said of two materials that meet; symmetric. */
typedef struct gm_pair {
  double restitution;  /* 1   NaN: this pair was not given */
  double friction;     /* 1 */
  double stiffness;    /* N/m normal spring (hooke) */
  double contact_time; /* s  of the lightest pair, instead; 0, NaN: not given */
  double speed, overlap; /* m/s, 1  or what the heaviest pair does; likewise */
  double adhesion;       /* J/m2 work of adhesion (jkr, dmt) */
  double cohesion;       /* J/m3 energy density (sjkr) */
  double rolling_friction; /* 1  limit of rolling torque over load and radius */
  double rolling_damping;  /* 1  ratio of critical, of rolling and torsion */
  double torsion_friction; /* 1  as rolling_friction, about the normal */
  double
      archard; /* 1/Pa  volume worn over load times way of sliding; 0: none */
  struct {     /* of impacts, by I. Finnie */
    double scale; /* 1/Pa  volume over mass times squared speed, and the angle's
                     part; 0: none */
    double ratio; /* 1  of normal to tangential force on the cutting grain */
  } finnie;
} gm_pair;

typedef struct gm_materials {
  gm_index n;
  gm_material row[GM_MATERIALS_MAX];
  gm_pair pair[GM_MATERIALS_MAX][GM_MATERIALS_MAX];
} gm_materials;

#endif
