/* tests/agreement.h -- compares the contacts of patches with the exact contacts.
 *
 * Grains are placed where errors would show: a third starts on concave edges, a quarter
 * on sharp edges, the rest uniformly by area; 60 % then slide in a random direction,
 * pushed out to the prescribed overlap at every step, so that they end in corners.
 *
 * Each position is evaluated twice: the exact contact points of the triangles
 * (patch/exact_contacts.h), and the nearest point of every patch, also from triangles,
 * followed by the tangent-plane test.  Both agree if they have equally many contacts at
 * the same points to 1e-6 r.  Positions with two minima 12 to 32 degrees apart are left
 * out, because the right number of contacts there is a matter of definition; so are
 * grains whose centre lies inside a closed solid or behind its nearest surface.
 */
#ifndef GM_TESTS_AGREEMENT_H
#define GM_TESTS_AGREEMENT_H

#include "patch/patches.h"

typedef struct agreement {
  long all, all_wrong;         /* positions compared */
  long several, several_wrong; /* of these: with two or more exact contacts */
  /* wrong, and not within 0.5 r of a place where one patch is touched twice */
  long unflagged_wrong;
  long doubtful; /* left out */
} agreement;

/* Compares `positions` random grains of radius r and overlap delta r, and adds the
 * counts to *a. */
void agreement_measure(const gm_surface *surface, const gm_patches *patches,
                       bool two_sided, double r, double delta, int positions,
                       unsigned seed, agreement *a);

/* Percentage of agreement; 100 for no positions. */
double agreement_percent(long all, long wrong);

#endif
