/* structure/patches.h -- the pieces of a surface that make contacts of their own.
 *
 * Room: structure.  May include: base.
 *
 * A grain has at most one contact with a patch, and none that lies in or behind the tangent plane
 * of a nearer one (structure/tangent.h).  A surface is cut
 *
 *   1  at every edge that turns by more than 30 degrees, convex or concave, and where three or
 *      more triangles meet; and at borders between materials;
 *   2  on from the end of a cut that stops inside a piece, until every cut separates two;
 *   3  where a concave rounding is tighter than the largest grain;
 *
 * and joined again, each of one material,
 *
 *   4  over convex edges, on one-sided surfaces, unless a grain somewhere can touch both sides.
 *
 * If asked to, grains are tried in all corners at last: places where one would miss a contact, and
 * hollows that are too tight, are listed for a report.
 *
 * The surface may be closed or open, with any number of shells and of triangles at an edge.
 */
#ifndef GM_STRUCTURE_PATCHES_H
#define GM_STRUCTURE_PATCHES_H

#include "structure/surface.h"
#include <stdbool.h>

typedef struct gm_patches_options {
  double r_min, r_max; /* m    the grains                                     */
  double turn;         /* rad  cut what turns by more                         */
  double margin;       /* 1    eta of the tangent-plane test                  */
  bool two_sided;      /* grains on both sides; otherwise they are where the
                          normals point, and on both sides of sheets in a
                          solid (surface->sheet)                              */
  bool merge;          /* join again over convex edges                        */
  bool report;         /* find what only a report tells of: n_tight, twice    */
} gm_patches_options;

typedef struct gm_patches {
  gm_index n;   /* patches                                                    */
  gm_index *of; /* [triangles]   patch of each, in [0, n)                     */
  double *area; /* [n] m2        falling; equal ones by their first triangle  */

  /* What was done. */
  gm_index n_cut;      /* edges cut in pass 1                                 */
  gm_index n_pieces;   /* pieces after it                                     */
  gm_index n_slits;    /* pieces won by pass 2                                */
  gm_index n_fillets;  /* pieces won by pass 3                                */
  gm_index n_merged;   /* pieces lost by pass 4                               */
  gm_index n_unparted; /* cuts with one piece on both sides after pass 2: 0   */

  /* What is worth a word in a report. */
  gm_index n_slivers; /* patches below 1e-3 of the area                       */
  gm_index n_tight;   /* triangles in hollows tighter than 1.2 r_max          */
  gm_index n_twice;   /* places where a grain misses a contact: it touches one
                       patch twice, or its nearest point is hidden            */
  gm_vec3 *twice; /* [n_twice] m  centres of such grains, in the body frame */
} gm_patches;

/* 30 degrees, eta 0.06, one-sided, joined again, no report. */
gm_patches_options gm_patches_defaults(double r_min, double r_max);

/* Make *p empty. */
void gm_patches_init(gm_patches *p);

/* Release every column and leave *p empty. */
void gm_patches_clear(gm_patches *p);

/* Cut a surface into patches.  Points, corners, `sheet` and `material` (which may be null)
 * are read;
 * the patches as sets of triangles depend neither on the order of triangles and points nor on
 * the number of threads.
 *
 * Requires: *p is empty, 0 < r_min <= r_max; equal points are one.
 * GM_ERR_MEMORY: *p is empty. */
gm_status gm_patches_build(const gm_surface *surface,
                           const gm_patches_options *options, gm_patches *p);

#endif
