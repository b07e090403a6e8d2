/* patch/patches.h -- divides a surface into patches, each of which makes its own contact.
 *
 * A grain has at most one contact with a patch, and none in or behind the tangent plane
 * of a nearer contact (patch/tangent.h).  The surface is cut
 *
 *   1  at every edge with a dihedral angle above 30 degrees, convex or concave, at edges
 *      of three or more triangles, and at borders between materials;
 *   2  from the end of a cut inside a piece onwards, until every cut separates two
 *      pieces;
 *   3  where a concave rounding is tighter than the largest grain;
 *
 * and merged again, within one material,
 *
 *   4  over convex edges of one-sided surfaces, unless a grain can touch both sides at
 *      once.
 *
 * On request, grains are then placed in all corners, and a report lists the places where
 * one of them would miss a contact, and the hollows that are too tight.
 *
 * The surface may be closed or open, with any number of shells and of triangles at an
 * edge.
 */
#ifndef GM_PATCH_PATCHES_H
#define GM_PATCH_PATCHES_H

#include "mesh/surface.h"
#include <stdbool.h>

typedef struct gm_patches_options {
  double r_min, r_max; /* m    radii of the grains */
  double turn;         /* rad  cut at larger dihedral angles */
  /* 1    eta of the tangent-plane test (patch/tangent.h) */
  double margin;
  /* true: grains are on both sides of all triangles; false: on the side of the normals,
   * and on both sides only of triangles marked in surface->sheet */
  bool two_sided;
  bool merge;  /* run pass 4 */
  bool report; /* fill n_tight and `twice`, which only a report needs */
} gm_patches_options;

typedef struct gm_patches {
  gm_index n;   /* number of patches */
  gm_index *of; /* [triangles]   patch of each triangle, in [0, n) */
  /* [n] m2        area of each patch, falling; equal areas by their first triangle */
  double *area;

  /* Statistics of the passes. */
  gm_index n_cut;     /* number of edges cut in pass 1 */
  gm_index n_pieces;  /* number of pieces after pass 1 */
  gm_index n_slits;   /* number of pieces added by pass 2 */
  gm_index n_fillets; /* number of pieces added by pass 3 */
  gm_index n_merged;  /* number of pieces removed by pass 4 */
  /* number of cuts still incomplete after pass 2; expected to be 0 */
  gm_index n_unparted;

  /* For a report. */
  gm_index n_slivers; /* number of patches with less than 1e-3 of the area */
  /* number of triangles in hollows tighter than 1.2 r_max */
  gm_index n_tight;
  /* number of places where a grain misses a contact, because it touches one patch twice,
   * or the nearest point of the patch is hidden */
  gm_index n_twice;
  gm_vec3 *twice; /* [n_twice] m  centres of such grains, in the body frame */
} gm_patches;

/* 30 degrees, eta 0.06, one-sided, with merging, without the report. */
gm_patches_options gm_patches_defaults(double r_min, double r_max);

/* Make *p empty. */
void gm_patches_init(gm_patches *p);

/* Release every column and leave *p empty. */
void gm_patches_clear(gm_patches *p);

/* Divides a surface into patches.  Reads its points, corners, `sheet` and `material`
 * (which may be null).  As sets of triangles the patches depend neither on the order of
 * triangles and points nor on the number of threads.
 *
 * Requires: *p is empty, 0 < r_min <= r_max; equal points are shared.  GM_ERR_MEMORY:
 * *p is empty. */
gm_status gm_patches_build(const gm_surface *surface,
                           const gm_patches_options *options, gm_patches *p);

#endif
