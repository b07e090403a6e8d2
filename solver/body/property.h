/* body/property.h -- a coefficient that varies over a surface: friction, restitution or
 * Young's modulus, as a factor of that of the pair or the material.
 *
 * A table gives values at points of the body; a surface point has the value of the table
 * point nearest to it.  Every virtual particle stores the value at its own nearest
 * surface point, and a query blends the eight particles of a cell as trilinear
 * interpolation does:
 *
 *   P(y) = sum_c w_c P_c
 *
 * The values, 4 bytes for each particle, are in columns of their own, so that surfaces
 * without a varying property need no memory for them.
 */
#ifndef GM_BODY_PROPERTY_H
#define GM_BODY_PROPERTY_H

#include "body/mesh_collider.h"

typedef enum gm_property_kind {
  GM_PROPERTY_FRICTION,
  GM_PROPERTY_YOUNGS_MODULUS,
  GM_PROPERTY_RESTITUTION,
  GM_PROPERTIES
} gm_property_kind;

typedef struct gm_property_row {
  gm_vec3 at;   /* m  body frame */
  double value; /* 1  value of the property */
  /* number in the table; of equally near rows the lowest number counts */
  gm_index number;
} gm_property_row;

typedef struct gm_property {
  gm_index n;
  double least, most;   /* 1  values of the rows */
  int axis;             /* axis (0, 1, 2) along which the rows are sorted */
  gm_property_row *row; /* [n] */
  gm_index patches;
  /* [patches] 1  value of each stored site, in the order of the lattice; null for mls and
   * shepard */
  float **site;
} gm_property;

/* Copies n rows of the table and computes the values of all sites of a mesh.  Requires:
 * *property is empty (all zero), n > 0.  GM_ERR_MEMORY: *property is empty. */
gm_status gm_property_build(gm_property *property, const gm_property_row *rows,
                            gm_index n, const gm_mesh_collider *collider);

/* Release every column and leave *property empty. */
void gm_property_clear(gm_property *property);

/* The value of the table at the surface point `foot` (m, body frame). */
double gm_property_table(const gm_property *property, gm_vec3 foot);

/* The value for a grain with its centre at y (m, body frame), interpolated between the
 * sites of a patch; where sites are missing, the value of the table at `foot`. */
double gm_property_sites(const gm_property *property, const gm_patch *patch,
                         gm_vec3 y, gm_vec3 foot);

#endif
