/* tests/agreement.h -- do patches find the contacts that triangles have?
 *
 * Grains are put where faults would show: a third starts on concave edges, a quarter on sharp
 * ones, the rest by area; 60 % then slide in a random direction, pushed out to the overlap at
 * every step, so that they end in corners.
 *
 * Asked twice: the exact minima of the triangles (structure/minima.h), and the nearest point of
 * every patch, exact too, after the tangent-plane test.  Same contacts: as many, and at the same
 * points to 1e-6 r.  Where two minima are 12 to 32 degrees apart the right number is a
 * matter of definition; these are left out, as are grains inside a closed solid or behind
 * the surface nearest to them.
 */
#ifndef GM_TESTS_AGREEMENT_H
#define GM_TESTS_AGREEMENT_H

#include "structure/patches.h"

typedef struct agreement {
  long all, all_wrong;         /* positions that were judged                 */
  long several, several_wrong; /* of them, with two or more exact contacts   */
  long unflagged_wrong;        /* wrong and not within 0.5 r of a place from
                                  which one patch is touched twice           */
  long doubtful;               /* left out                                   */
} agreement;

/* Judge `positions` random grains of radius r and overlap delta r, and add to *a. */
void agreement_measure(const gm_surface *surface, const gm_patches *patches,
                       bool two_sided, double r, double delta, int positions,
                       unsigned seed, agreement *a);

/* Share of right ones in percent; 100 if there are none. */
double agreement_percent(long all, long wrong);

#endif
