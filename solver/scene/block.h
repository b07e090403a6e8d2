/* scene/block.h -- scratch for a block of contact rows: what a chunk computes with.
 *
 * Room: scene.  May include: base.
 *
 * Lives on a thread's stack and stays in its nearest cache.  The passes fill it in turn:
 * search/touch gathers rows of touching contacts, contact/geometry turns them into columns,
 * the law fills force and history, contact/scatter adds the rows to the grains.  Columns
 * are padded to GM_LANES with copies of the last row, so that vector loops have no tail.
 */
#ifndef GM_SCENE_BLOCK_H
#define GM_SCENE_BLOCK_H

#include "scene/grains.h"

enum {
  GM_BLOCK = 128, /* rows, a multiple of 16 */
  GM_LANES = 8
};

/* Coefficients of a law for one pair of materials; the law's file says what they mean. */
typedef struct gm_coefficients {
  double kn, kt; /* elastic, normal and tangential */
  double cn, ct; /* damping, likewise */
  double mu;     /* 1  friction */
  double least;  /* N  lowest normal force: 0, or -infinity where it may pull */
  double cohesion; /* J/m2 or J/m3  strength of the attraction */
} gm_coefficients;

/* The same of rolling and torsion: contact/couple.h. */
typedef struct gm_couple_coefficients {
  double rolling, rolling_damping, torsion; /* 1 */
} gm_couple_coefficients;

typedef struct gm_block {
  /* Rows of touching contacts.                                              filled by */
  gm_row4 d
      [GM_BLOCK]; /* {x_a - x_b, r_a + r_b}; structure: {., r_a}  search/touch */
  gm_row4 v[GM_BLOCK]; /* {v_a - v_b, 1/m_a + 1/m_b}  search/touch */
  gm_row4 s[GM_BLOCK]; /* {r_a w_a + r_b w_b, r_a^2 + r_b^2}  search/touch */
  gm_row4 h[GM_BLOCK]; /* history as it was  search/touch */
  gm_vec3
      last[GM_BLOCK]; /* on structures: normal of the last step  search/touch */

  /* Columns. */
  double nx[GM_BLOCK], ny[GM_BLOCK], nz[GM_BLOCK]; /* 1  unit normal, b to a */
  double overlap[GM_BLOCK];                        /* m  > 0 */
  double lever[GM_BLOCK]; /* 1  arm of a grain over its radius */
  double sum[GM_BLOCK];   /* m  r_a + r_b; structure: r_a */
  double isum[GM_BLOCK];  /* 1/m  1 / sum, on structures */
  double slope[GM_BLOCK]; /* 1  |raw gradient|; 1 between grains */
  double px[GM_BLOCK], py[GM_BLOCK],
      pz[GM_BLOCK]; /* 1  turn of the normal since the instant of v and s */
  double vx[GM_BLOCK], vy[GM_BLOCK],
      vz[GM_BLOCK];          /* m/s  of a relative to b at the contact */
  double radius[GM_BLOCK];   /* m  effective */
  double mobility[GM_BLOCK]; /* 1/kg  sum of 1/m */
  double fx[GM_BLOCK], fy[GM_BLOCK], fz[GM_BLOCK]; /* N  on a, by the law */
  double hx[GM_BLOCK], hy[GM_BLOCK], hz[GM_BLOCK],
      ha[GM_BLOCK];            /* new history */
  double dissipated[GM_BLOCK]; /* J  in this step */
  double frictional[GM_BLOCK]; /* J  of it by the tangential part */
  double load[GM_BLOCK];       /* N  that friction is a part of */
  double stiffness[GM_BLOCK];  /* N/m  normal */
  /* Coefficients of each row, where they differ. */
  double kn[GM_BLOCK], kt[GM_BLOCK], cn[GM_BLOCK], ct[GM_BLOCK], mu[GM_BLOCK];
  double least[GM_BLOCK], cohesion[GM_BLOCK];

  /* Couples, where contacts resist rolling or torsion. */
  gm_row4 u[GM_BLOCK]; /* {w_a - w_b, sum 1/(m r^2)}  rad/s, 1/(kg m2)  step */
  gm_row4 e[GM_BLOCK]; /* history as it was  step */
  gm_load m[GM_BLOCK]; /* {M on a, rolled} {0, spun}  N m, J  contact */
  double mx[GM_BLOCK], my[GM_BLOCK], mz[GM_BLOCK]; /* N m  on a */
  double ex[GM_BLOCK], ey[GM_BLOCK], ez[GM_BLOCK],
      et[GM_BLOCK];                        /* new history */
  double rolled[GM_BLOCK], spun[GM_BLOCK]; /* J  dissipated in this step */
  double rolling[GM_BLOCK], rolling_damping[GM_BLOCK], torsion[GM_BLOCK];

  int row
      [GM_BLOCK +
       16]; /* of the touching contacts, counted from the block's first row */
  int on[GM_BLOCK]; /* does it touch? */
  /* Contacts that begin in this step, impacts: of grains like row[] before some are left out, on
   * structures columns, one for a grain and structure.  search/touch */
  int n_new, new_row[GM_BLOCK];
} __attribute__((aligned(64))) gm_block;

#endif
