/* query/contact_triangle.h -- the triangle under a contact point, followed between time
 * steps.
 *
 * The contact point y - d g follows from the distance d and gradient g, whether these
 * come from samples or from triangles.  When a contact begins, the nearest triangle is
 * searched.  Afterwards it is followed across edges to adjacent triangles, and only once
 * the contact point has moved farther than its distance from the nearest edge.  If it
 * jumps, the nearest triangle is searched again.
 */
#ifndef GM_QUERY_CONTACT_TRIANGLE_H
#define GM_QUERY_CONTACT_TRIANGLE_H

#include "base/row4.h"
#include "query/distance.h"

/* The triangle at the contact point `foot` (m, body frame), among those of `distance`.
 * `last` is the previous triangle, or -1 for a new contact. *ball receives {foot, radius
 * (m) within which the result stays valid}. */
gm_index gm_contact_triangle_find(const gm_distance *distance,
                                  const gm_surface *surface, gm_vec3 foot,
                                  gm_index last, gm_row4 *ball);

/* Is the contact point still in the ball? */
GM_INLINE int gm_contact_triangle_holds(gm_row4 ball, gm_vec3 foot)
{
  return gm_norm2(gm_sub(foot, gm_row_vec(ball))) < ball[3] * ball[3];
}

#endif
