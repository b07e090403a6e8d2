/* points/point_law.h -- stress and strain of material points: neo-Hookean elasticity with
 * a volumetric split, Drucker-Prager plasticity, no tension.
 *
 *   W   = (kappa/2) ((J^2 - 1)/2 - ln J) + (mu/2) (tr bbar - d)      J < 1, else W = 0
 *   tau = (kappa/2) (J^2 - 1) E + mu dev bbar                        Kirchhoff stress
 *   yield:  mu |dev bbar| <= alpha (kappa/2) (1 - J^2)
 *
 * After the elastic predictor bbar* = F bbar F^T / det(F)^(2/d), F = E + dt L, the
 * deviator is shortened to the yield surface, and lambda E is added such that det bbar =
 * 1.  The volume does not yield (Yue et al. 2018; Simo and Hughes 1998).
 */
#ifndef GM_POINTS_POINT_LAW_H
#define GM_POINTS_POINT_LAW_H

#include "points/points.h"

typedef struct gm_point_law {
  int dims;         /* 2 or 3 */
  double kappa, mu; /* Pa  bulk and shear modulus */
  double alpha;     /* 1  slope of the yield surface */
} gm_point_law;

/* A symmetric tensor: xx, yy, zz, xy, yz, zx.  In the plane zz = yz = zx = 0. */
typedef struct gm_point_tensor {
  double c[6];
} gm_point_tensor;

/* Slope of the yield surface for the friction angle phi (rad): in the plane sqrt(2) sin
 * phi; in space that of triaxial compression, sqrt(2/3) 6 sin phi / (3 - sin phi). */
double gm_point_law_slope(int dims, double phi);

/* Strains of points and what happens to them, as columns. */
enum { GM_POINT_LANES = 16 };
typedef struct gm_point_lanes {
  double rise[9][GM_POINT_LANES]; /* 1  dt L, [3 i + j] = dt dv_i/dx_j */
  double bar[6][GM_POINT_LANES];  /* 1  bbar xx, yy, zz, xy, yz, zx */
  double J[GM_POINT_LANES]; /* 1  not positive after a step that is too long */
  double lost[GM_POINT_LANES]; /* J/m3  by return to the yield surface */
  double work[GM_POINT_LANES]; /* J/m3  of the stress after the step */
} gm_point_lanes;

/* Kirchhoff stress in Pa. */
gm_point_tensor gm_point_law_stress(const gm_point_law *law,
                                    const gm_strain *b);

/* Elastic energy in J/m3 of the volume without stress. */
double gm_point_law_energy(const gm_point_law *law, const gm_strain *b);

/* Strains after the step: predictor and return, all lanes. */
void gm_point_law_advance(const gm_point_law *law, gm_point_lanes *lanes);

/* *b brought back to the yield surface, its volume kept. */
void gm_point_law_return(const gm_point_law *law, gm_strain *b);

/* Strain whose Cauchy stress (Pa) is sigma; not brought to the yield surface. */
gm_strain gm_point_law_strain(const gm_point_law *law,
                              const gm_point_tensor *sigma);

#endif
