/* contact/block.h -- a block: the SIMD batch of contacts that passes through force laws.
 *
 * A block lives on a thread's stack and stays in its nearest cache.  The passes fill it
 * in turn: narrow/narrow_* gathers touching contacts, contact/geometry turns them into
 * columns, the force law fills force and history, contact/scatter adds the forces to
 * the grains.  Columns are padded to a multiple of GM_LANES with copies of the last
 * contact, so that vector loops have no tail.
 */
#ifndef GM_CONTACT_BLOCK_H
#define GM_CONTACT_BLOCK_H

#include "contact/coefficients.h"
#include "scene/grains.h"

enum {
  GM_BLOCK = 128, /* contacts, a multiple of 16 */
  GM_LANES = 8
};

#define GM_BLOCK_COLUMN(NAME) double NAME[GM_BLOCK];

typedef struct gm_block {
  /* Touching contacts, one row of four each.                                filled by */
  gm_row4 d
      [GM_BLOCK]; /* {x_a - x_b, r_a + r_b}; structure: {., r_a}  narrow/narrow_* */
  gm_row4 v[GM_BLOCK]; /* {v_a - v_b, 1/m_a + 1/m_b}  narrow/narrow_* */
  gm_row4 s[GM_BLOCK]; /* {r_a w_a + r_b w_b, r_a^2 + r_b^2}  narrow/narrow_* */
  gm_row4 h[GM_BLOCK]; /* history before this step  narrow/narrow_* */
  gm_vec3 last[GM_BLOCK]; /* normal in the last step  narrow_structures */

  /* The same contacts as columns. */
  double nx[GM_BLOCK], ny[GM_BLOCK], nz[GM_BLOCK]; /* 1  unit normal, b to a */
  double overlap[GM_BLOCK];                        /* m  > 0 */
  double lever[GM_BLOCK]; /* 1  arm ratio, centre to contact over radius */
  double sum[GM_BLOCK];   /* m  r_a + r_b; structure: r_a */
  double isum[GM_BLOCK];  /* 1/m  1 / sum; structures only */
  double slope[GM_BLOCK]; /* 1  gradient magnitude of the distance; grains: 1 */
  double px[GM_BLOCK], py[GM_BLOCK],
      pz[GM_BLOCK]; /* 1  change of the normal since the instant of v and s */
  double vx[GM_BLOCK], vy[GM_BLOCK],
      vz[GM_BLOCK];        /* m/s  velocity of a relative to b, contact point */
  double radius[GM_BLOCK]; /* m  effective radius */
  double mobility[GM_BLOCK]; /* 1/kg  inverse effective mass, 1/m_a + 1/m_b */
  double fx[GM_BLOCK], fy[GM_BLOCK],
      fz[GM_BLOCK]; /* N  force on a, by the law */
  double hx[GM_BLOCK], hy[GM_BLOCK], hz[GM_BLOCK],
      ha[GM_BLOCK];            /* new history */
  double dissipated[GM_BLOCK]; /* J  energy lost in this step */
  double frictional[GM_BLOCK]; /* J  of it by the tangential part */
  double load[GM_BLOCK];       /* N  normal load that limits friction */
  double stiffness[GM_BLOCK];  /* N/m  normal stiffness */
  /* Coefficients of each contact; unused if all have one pair of materials. */
  GM_COEFFICIENTS(GM_BLOCK_COLUMN)

  /* Rolling and twisting resistance, if the model has it. */
  gm_row4 u[GM_BLOCK]; /* {w_a - w_b, sum 1/(m r^2)}  rad/s, 1/(kg m2)  step */
  gm_row4 e[GM_BLOCK]; /* springs before this step  step */
  gm_load m[GM_BLOCK]; /* {torque on a, rolling loss} {0, twist loss}  N m, J */
  double mx[GM_BLOCK], my[GM_BLOCK], mz[GM_BLOCK]; /* N m  torque on a */
  double ex[GM_BLOCK], ey[GM_BLOCK], ez[GM_BLOCK],
      et[GM_BLOCK]; /* new springs */
  double rolled[GM_BLOCK],
      spun[GM_BLOCK]; /* J  rolling loss, twist loss in this step */
  GM_COUPLE_COEFFICIENTS(GM_BLOCK_COLUMN)

  /* The displacement in the last step over dt, if the law reads it. */
  gm_row4 lv[GM_BLOCK], ls[GM_BLOCK]; /* as v and s  contact/last_motion */
  double lx[GM_BLOCK], ly[GM_BLOCK], lz[GM_BLOCK]; /* m/s  as vx, vy, vz */

  int row[GM_BLOCK +
          16];      /* list index of each contact less that of the first pair */
  int on[GM_BLOCK]; /* 1 if the pair touches */
  /* Impacts: contacts that begin in this step.  Between grains new_row[] holds indices
   * like row[], with structures it holds columns, one for each grain and structure.
   * Filled by narrow/narrow_*. */
  int n_new, new_row[GM_BLOCK];
} __attribute__((aligned(64))) gm_block;

#endif
