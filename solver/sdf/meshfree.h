/* sdf/meshfree.h -- interpolates between all virtual particles within a radius.
 *
 * The interpolation of the original publication, without cells and for any lattice.
 * Every site j within the radius H of a point y has the weight (C2 function of
 * Wendland)
 *
 *   W_j = (1 - q)^4 (4 q + 1),  q = |y - y_j| / H
 *
 * and contributes its distance, extrapolated by the share `part` of its normal:
 *
 *   e_j(y) = d_j + part n_j.(y - y_j)
 *
 *   Shepard  d = sum W e / sum W.  Its error is the first moment of the sites: order one.
 *   linear   moving least squares: d = c_0 minimises  sum W (c_0 + c.(y_j - y) - e_j)^2.
 *            Exact on planes; order two, and order three for part 1/2.
 *
 * The gradient is the exact derivative of d, so that an elastic force conserves
 * energy.  The slope c of a linear fit with part 0, its "diffuse" gradient, does not
 * have this property.
 *
 * On a cubic lattice a ball of radius H > sqrt 3 D contains the whole cell around its
 * centre (18 sites or more); on a face-centred one H > D gives at least four sites.
 * With fewer sites, or if these lie in one plane, there is no distance.
 */
#ifndef GM_SDF_MESHFREE_H
#define GM_SDF_MESHFREE_H

#include "sdf/interpolate.h"

enum {
  /* largest number of sites in a ball of radius 3 D */
  GM_MESHFREE_SITES = 256,
  /* smallest number of sites that give a distance, cubic lattice */
  GM_MESHFREE_CUBIC = 8,
  GM_MESHFREE_FACE_CENTRED = 4 /* the same, face-centred lattice */
};

/* A site relative to the query point. */
typedef struct gm_meshfree_site {
  gm_vec3 off;     /* 1    (y - y_j) / H                    */
  double weight;   /* 1    W                                */
  gm_vec3 slope;   /* 1    H times the derivative of W in y */
  double distance; /* m    d_j                              */
  gm_vec3 normal;  /* 1    n_j                              */
} gm_meshfree_site;

/* The sites in the ball around a point. */
typedef struct gm_meshfree {
  double reach; /* m  H                                              */
  int least;    /* number of sites required for a distance */
  int n;        /* number of sites found */
  int under;    /* number of sites missing below the band */
  gm_meshfree_site site[GM_MESHFREE_SITES];
} gm_meshfree;

/* The fit at the point. */
typedef struct gm_meshfree_fit {
  int sites;        /* number of sites used; 0: too few, or all in one plane */
  double distance;  /* m  infinite without sites                        */
  gm_vec3 gradient; /* 1  derivative of the distance, not normalised   */
  /* 1  slope c of a linear fit; of Shepard's mean equal to `gradient` */
  gm_vec3 diffuse;
} gm_meshfree_fit;

/* Collects the sites within `reach` (m, at most 3 D) of the body point y, in the order
 * of the lattice. */
void gm_meshfree_gather(const gm_lattice *lattice, gm_vec3 y, double reach,
                        gm_meshfree *ball);

/* Shepard's mean and the linear fit, with the share `part` of the normals. */
gm_meshfree_fit gm_meshfree_shepard(const gm_meshfree *ball, double part);
gm_meshfree_fit gm_meshfree_linear(const gm_meshfree *ball, double part);

/* Distance at y from the distances alone, by the linear fit (linear = 1) or Shepard's
 * mean (0).  `corners` of the result counts the sites within reach, `under` those
 * missing below the band (at most 7, or 8 if no site is found).  Where some are
 * missing, the result still fits the others. */
gm_interpolated gm_meshfree_interpolate(const gm_lattice *lattice, gm_vec3 y,
                                        double reach, int linear);

#endif
