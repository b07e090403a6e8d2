/* structure/property.h -- a property that varies over a surface, carried by virtual particles.
 *
 * Room: structure.  May include: base.
 *
 * A table gives its value at points of the body; a point of the surface has that of the row nearest
 * to it.  A site keeps the value at its own nearest point of the surface, and between the eight of
 * a cell the values are interpolated as a trilinear distance is:
 *
 *   P(y) = sum_c w_c P_c
 *
 * 4 bytes a site, beside the lattice, so that a surface without one pays nothing.
 */
#ifndef GM_STRUCTURE_PROPERTY_H
#define GM_STRUCTURE_PROPERTY_H

#include "structure/carriers.h"

typedef struct gm_property_row {
  gm_vec3 at;      /* m  body frame */
  double value;    /* 1 */
  gm_index number; /* of equally near rows the lowest counts */
} gm_property_row;

typedef struct gm_property {
  gm_index n;
  int axis;             /* along which the rows rise */
  gm_property_row *row; /* [n] */
  gm_index patches;
  float **
      site; /* [patches] 1 value of each stored site, in the order of the lattice;
                   null where sites are asked by reach (mls, shepard) */
} gm_property;

/* Take rows, and lay their values on the sites of a mesh.
 * Requires: *property is empty (all zero), n > 0.  GM_ERR_MEMORY: *property is empty. */
gm_status gm_property_lay(gm_property *property, const gm_property_row *rows,
                          gm_index n, const gm_carriers *carriers);

/* Release every column and leave *property empty. */
void gm_property_clear(gm_property *property);

/* The value of the table at a point of the surface, in the body frame. */
double gm_property_table(const gm_property *property, gm_vec3 foot);

/* The value that the sites of a patch have for a grain whose centre is at y; where they are not all
 * there, that of the table at `foot`. */
double gm_property_sites(const gm_property *property, const gm_patch *patch,
                         gm_vec3 y, gm_vec3 foot);

#endif
