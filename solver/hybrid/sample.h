/* hybrid/sample.h -- adds what grains do at an instant to the means.
 *
 * Velocity and stress of new material points come from these means.  The stress is that
 * of J. Christoffersen, M. M. Mehrabadi, S. Nemat-Nasser, J. Appl. Mech. 48 (1981) 339:
 *
 *   sigma = -(1/V) sum over contacts of the symmetric part of f l
 *
 * with force f on a grain and l from its partner's centre, or from the contact point on a
 * structure, to its own; each contact counts at the nodes around its point.
 */
#ifndef GM_HYBRID_SAMPLE_H
#define GM_HYBRID_SAMPLE_H

#include "soft/capture.h"
#include "zones/means.h"

/* Takes a sample of the grains that are deeper than `depth` (m).  Forces of partly
 * discrete grains count as if they were whole.  GM_ERR_MEMORY: nothing is taken. */
gm_status gm_sample_take(gm_means *means, const gm_zones *zones,
                         const gm_scene *scene, const gm_capture *now,
                         double depth);

#endif
