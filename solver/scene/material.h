/* scene/material.h -- materials and the coefficients of their pairs.
 */
#ifndef GM_SCENE_MATERIAL_H
#define GM_SCENE_MATERIAL_H

#include "base/types.h"
#include "config/config.h"
#include "config/pair_keys.h"
#include "rigid/grain_rule.h"
#include "scene/clumps.h"
#include <math.h>

enum { GM_MATERIALS_MAX = 64, GM_NAME_LENGTH = 64 };

typedef struct gm_material {
  char name[GM_NAME_LENGTH];
  double density;           /* kg/m3 */
  double youngs_modulus;    /* Pa */
  double poisson_ratio;     /* 1 */
  double smallest, largest; /* m  radii of its grains; largest 0: it has no
                               grains */
} gm_material;

typedef struct gm_materials {
  gm_grain_rule rule;          /* as of the grains */
  const gm_clump_shape *shape; /* [n_shapes] of clumps: borrowed */
  gm_index n_shapes;
  gm_index n;
  gm_material row[GM_MATERIALS_MAX];
  gm_pair pair[GM_MATERIALS_MAX][GM_MATERIALS_MAX];
} gm_materials;

/* Returns 1 if the scene gives coefficients for this pair. */
static inline int gm_material_paired(const gm_pair *pair)
{
  return !isnan(pair->friction);
}

/* What the grains of a scene are, spheres or discs. */
gm_grain_rule gm_material_rule(const gm_config *config);

/* Index of the shape of clumps `name`, or -1, also where name is null. */
gm_index gm_material_shape(const gm_materials *materials, const char *name);

/* Index of the material `name`, or -1. */
gm_index gm_material_find(const gm_materials *materials, const char *name);

#endif
