/* measure/stress.h -- mean stress in regions.
 *
 *   contact   s = (1/V) sum_c f l^T share_c     share: of the branch inside the region
 *   kinetic   s = (1/V) sum_i m (v - V)(v - V)^T   centres inside; V their mean by mass
 *
 * f is on a and l goes from b to a, as in plugin/analysis/coarse_grain.h: compression is
 * positive.  The branch ends at the centre of b, or at the foot on a structure.  With the
 * share, a region that a plane cuts off shows the exact load that the contacts carry
 * through every height, whatever its thickness.  Across periodic
 * sides branches go on at the other side, so a region should lie within the box.
 *
 * J. Christoffersen, M. M. Mehrabadi and S. Nemat-Nasser, J. Appl. Mech. 48 (1981)
 * 339-344.
 */
#ifndef GM_MEASURE_STRESS_H
#define GM_MEASURE_STRESS_H

#include "soft/capture.h"

/* Stress and solid fraction of every region, of the captured instant. */
void gm_stress_measure(const gm_capture *now, int threads, gm_scene *scene);

#endif
