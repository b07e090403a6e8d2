/* structure/foothold.h -- the triangle on which a contact stands, from step to step.
 *
 * Room: structure.  May include: base.
 *
 * Whoever told the distance, sites or triangles, the foot y - d g of the contact is known.  When a
 * contact begins, the triangle nearest to it is looked for; from then on the foot is
 * followed over the sides of triangles to those across, and only when it has gone farther than the
 * sides are.  Where the foot jumps, the nearest triangle is looked for anew.
 */
#ifndef GM_STRUCTURE_FOOTHOLD_H
#define GM_STRUCTURE_FOOTHOLD_H

#include "base/row4.h"
#include "structure/distance.h"

/* The triangle at `foot` (m), of those of `distance`; last: the one before, or -1 where the contact
 * begins.  *ball receives {foot, m: how far the foot may go in it}. */
gm_index gm_foothold_find(const gm_distance *distance,
                          const gm_surface *surface, gm_vec3 foot,
                          gm_index last, gm_row4 *ball);

/* Is the foot still in the ball? */
GM_INLINE int gm_foothold_holds(gm_row4 ball, gm_vec3 foot)
{
  return gm_norm2(gm_sub(foot, gm_row_vec(ball))) < ball[3] * ball[3];
}

#endif
