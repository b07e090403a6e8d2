/* structure/meshfree.h -- ask all virtual particles within reach for a distance.
 *
 * Room: structure.  May include: base.
 *
 * Interpolation as first described: no cell, any lattice.  Every site j within the reach H
 * of a point y has a say, near ones a larger one (C2 function of Wendland):
 *
 *   W_j = (1 - q)^4 (4 q + 1),  q = |y - y_j| / H
 *
 * and offers its distance, or with `part` of its normal a continuation of it:
 *
 *   e_j(y) = d_j + part n_j.(y - y_j)
 *
 *   Shepard  d = sum W e / sum W.  Off by the first moment of the sites: first order.
 *   linear   moving least squares: d = c_0 that makes  sum W (c_0 + c.(y_j - y) - e_j)^2
 *            least.  Exact on planes; second order; third with part 1/2.
 *
 * The gradient is the exact derivative of d, so that an elastic force conserves energy.
 * The slope c of a linear fit with part 0, its "diffuse" gradient, does not.
 *
 * A ball of reach H > sqrt 3 D holds the whole cell around its centre on a cubic lattice
 * (18 sites and more), H > D four sites around it on a face-centred one.  Where only few
 * sites are there, or those lie in one plane, there is no distance.
 */
#ifndef GM_STRUCTURE_MESHFREE_H
#define GM_STRUCTURE_MESHFREE_H

#include "structure/interpolate.h"

enum {
  GM_MESHFREE_SITES = 256,     /* in a ball at most; reach is at most 3 D */
  GM_MESHFREE_CUBIC = 8,       /* fewer sites give no distance            */
  GM_MESHFREE_FACE_CENTRED = 4 /* the same, face-centred                  */
};

/* A site as seen from the point asked. */
typedef struct gm_meshfree_site {
  gm_vec3 off;     /* 1    (y - y_j) / H                    */
  double weight;   /* 1    W                                */
  gm_vec3 slope;   /* 1    H times the derivative of W in y */
  double distance; /* m    d_j                              */
  gm_vec3 normal;  /* 1    n_j                              */
} gm_meshfree_site;

/* The ball around a point. */
typedef struct gm_meshfree {
  double reach; /* m  H                                              */
  int least;    /*    sites that a distance needs                    */
  int n;        /*    sites there                                    */
  int under;    /*    missing because they lie under the band        */
  gm_meshfree_site site[GM_MESHFREE_SITES];
} gm_meshfree;

/* A fit at the point. */
typedef struct gm_meshfree_fit {
  int sites;        /*    used; 0: too few, or in one plane             */
  double distance;  /* m  infinite without sites                        */
  gm_vec3 gradient; /* 1  derivative of the distance, not normalised   */
  gm_vec3 diffuse;  /* 1  of a linear fit the slope c, else equal       */
} gm_meshfree_fit;

/* The sites within `reach` (m, at most 3 D) of the body point y, in the order of the
 * lattice. */
void gm_meshfree_gather(const gm_lattice *lattice, gm_vec3 y, double reach,
                        gm_meshfree *ball);

/* Shepard's mean, and the linear fit, of what the sites offer with `part` of their
 * normals. */
gm_meshfree_fit gm_meshfree_shepard(const gm_meshfree *ball, double part);
gm_meshfree_fit gm_meshfree_linear(const gm_meshfree *ball, double part);

/* Distance at y from the distances alone, by a linear fit or by Shepard's mean.  Of the
 * answer, `corners` counts the sites within reach and `under` those missing under the band:
 * at most 7, or 8 where no site is there.  Where some are missing it is still a fit to the
 * others. */
gm_interpolated gm_meshfree_ask(const gm_lattice *lattice, gm_vec3 y,
                                double reach, int linear);

#endif
