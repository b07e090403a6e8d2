/* query/distance.h -- exact signed distance from a surface of triangles.
 *
 * Finds the nearest point of all triangles, or of their curved patches where the
 * surface is smooth (smooth.h), in double precision.  Of several equally near triangles
 * the one with the lowest number is taken, so the result depends on the surface and the
 * point alone, not on the traversal of the tree.  The sign follows the nearest normal,
 * which is correct for closed surfaces (surface.h); sign.h handles all surfaces.
 */
#ifndef GM_QUERY_DISTANCE_H
#define GM_QUERY_DISTANCE_H

#include "base/row4.h"
#include "mesh/smooth.h"
#include "mesh/triangle.h"
#include "sdf/query_result.h"

/* A surface prepared for queries.  Borrows the surface and its smooth shape, which must
 * neither change nor move. */
typedef struct gm_distance gm_distance;

typedef struct gm_nearest {
  /* m  distance, positive outside the solid; never negative for a patch */
  double distance;
  /* 1  unit gradient of the distance; for a point on the surface the mean normal there */
  gm_vec3 gradient;
  gm_vec3 foot;      /* m  nearest point of the surface */
  gm_index triangle; /* triangle that contains the nearest point */
  gm_feature feature;
  int which; /* number of the edge or corner; 0 for a face */
} gm_nearest;

/* Prepares `surface`; *distance receives the result. smooth: null to use the flat
 * facets.  GM_ERR_MEMORY: *distance is null. */
gm_status gm_distance_create(const gm_surface *surface, const gm_smooth *smooth,
                             gm_distance **distance);

/* Prepares n > 0 triangles of `surface`, list[n] in rising order: a patch, whose
 * distance has no sign.  Triangles keep their numbers.  GM_ERR_MEMORY: *distance is
 * null. */
gm_status gm_distance_create_piece(const gm_surface *surface,
                                   const gm_smooth *smooth,
                                   const gm_index *list, gm_index n,
                                   gm_distance **distance);

/* Release *distance (may be null) and set it to null. */
void gm_distance_free(gm_distance **distance);

/* The nearest point to the body point y.  Several threads may call it at once.
 * Requires: y is finite. */
gm_nearest gm_distance_nearest(const gm_distance *distance, gm_vec3 y);

/* gm_distance_nearest as a field of a lattice (gm_field); `distance` is a gm_distance. */
gm_query_result gm_distance_query(const void *distance, gm_vec3 y);

/* The triangle under a contact point, followed between time
 * steps.
 *
 * The contact point y - d g follows from the distance d and gradient g, whether these
 * come from samples or from triangles.  When a contact begins, the nearest triangle is
 * searched.  Afterwards it is followed across edges to adjacent triangles, and only once
 * the contact point has moved farther than its distance from the nearest edge.  If it
 * jumps, the nearest triangle is searched again. */

/* The triangle at the contact point `foot` (m, body frame), among those of `distance`.
 * `last` is the previous triangle, or -1 for a new contact. *ball receives {foot, radius
 * (m) within which the result stays valid}. */
gm_index gm_distance_contact_triangle(const gm_distance *distance,
                                      const gm_surface *surface, gm_vec3 foot,
                                      gm_index last, gm_row4 *ball);

/* Is the contact point still in the ball? */
GM_INLINE int gm_distance_triangle_holds(gm_row4 ball, gm_vec3 foot)
{
  return gm_norm2(gm_sub(foot, gm_row_vec(ball))) < ball[3] * ball[3];
}

typedef struct gm_edge_frame {
  gm_vec3 along;  /* 1  unit tangent of the edge, from its corner to the next */
  gm_vec3 normal; /* 1  unit normal of the patch */
  gm_vec3 out;    /* 1  unit, tangent to the patch, away from it */
} gm_edge_frame;

/* The frame of edge `side` of a triangle at the point `at` (m) of the edge. */
gm_edge_frame gm_distance_edge_frame(const gm_surface *surface,
                                     const gm_smooth *smooth, gm_index triangle,
                                     int side, gm_vec3 at);

#endif
