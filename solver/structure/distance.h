/* structure/distance.h -- the exact signed distance from a surface.
 *
 * Room: structure.  May include: base.
 *
 * The nearest point of all triangles, of their curved patches where the surface is smooth
 * (smooth.h), in double precision.  Of several triangles equally near the first answers, so the
 * answer depends on the surface and the point alone, not on how the tree is walked.  The sign is
 * that of the nearest normal: true for closed surfaces (surface.h); side.h has it for all.
 */
#ifndef GM_STRUCTURE_DISTANCE_H
#define GM_STRUCTURE_DISTANCE_H

#include "structure/shape.h"
#include "structure/smooth.h"
#include "structure/triangle.h"

/* A surface made ready for queries.  Borrows the surface and its smooth shape, which must neither
 * change nor move. */
typedef struct gm_distance gm_distance;

typedef struct gm_nearest {
  double distance; /* m  positive outside the solid; of a piece always        */
  gm_vec3 gradient; /* 1  of that distance, unit; on the surface the mean normal
                           of the face, side or point                           */
  gm_vec3 foot; /* m  the nearest point of the surface                     */
  gm_index
      triangle; /*    the triangle it lies on                              */
  gm_feature feature;
  int which; /* 0 for a face */
} gm_nearest;

/* Make `surface` ready; *distance receives it.  smooth: null for the facets.
 * GM_ERR_MEMORY: *distance is null. */
gm_status gm_distance_create(const gm_surface *surface, const gm_smooth *smooth,
                             gm_distance **distance);

/* Make n triangles of `surface` ready, list [n] rising: a piece,
 * whose distance has no sign.  Triangles keep their numbers.
 * GM_ERR_MEMORY: *distance is null. */
gm_status gm_distance_create_piece(const gm_surface *surface,
                                   const gm_smooth *smooth,
                                   const gm_index *list, gm_index n,
                                   gm_distance **distance);

/* Release *distance (may be null) and set it to null. */
void gm_distance_free(gm_distance **distance);

/* The nearest point to the body point y.  Any number of threads may query at once.
 * Requires: y is finite. */
gm_nearest gm_distance_nearest(const gm_distance *distance, gm_vec3 y);

/* The same as a foot alone. */
gm_foot gm_distance_nearest_foot(const gm_distance *distance, gm_vec3 y);

/* The nearest point of the n triangles of list[], n > 0, rising. */
gm_foot gm_distance_among(const gm_distance *distance, const gm_index *list,
                          int n, gm_vec3 y);

/* The nearest point on one triangle; on its facet, from which the curved patch is nowhere farther
 * than *rise (m). */
gm_foot gm_distance_foot(const gm_distance *distance, gm_index triangle,
                         gm_vec3 y);
gm_foot gm_distance_facet(const gm_distance *distance, gm_index triangle,
                          gm_vec3 y, double *rise);

/* The answer for the nearest of all feet at y. */
gm_nearest gm_distance_answer(const gm_distance *distance, gm_vec3 y,
                              const gm_foot *nearest);

/* Triangles within `reach` (m) of y, and perhaps some that are a little farther, rising, into
 * list[room]; the count, or -1: no room. */
int gm_distance_within(const gm_distance *distance, gm_vec3 y, double reach,
                       gm_index *list, int room);

/* gm_distance_nearest as a field of a lattice: `distance` is a gm_distance. */
gm_probe gm_distance_probe(const void *distance, gm_vec3 y);

#endif
