/* audit/coverage.h -- do the virtual particles carry a surface well enough?
 *
 * Room: audit.  May include: base, structure, scene.
 *
 * A grain of radius r may overlap by a share `overlap` of its radius.  Its centre can be at y
 * if the distance d from the surface is in [(1 - overlap) r_min, r_max], on the grains' side;
 * the largest that fits has r = min(r_max, d / (1 - overlap)).  At every position (audit/
 * positions.h) that a grain can have, each patch nearer than that r is asked as a step asks
 * it, and compared with its triangles.  Other structures are not looked at: bodies that move
 * may be anywhere.
 *
 * Where a patch is not there for grains (structure/extent.h) it is not asked, and contacts are not
 * compared.
 *
 * Contacts: the patches nearer than r that pass the tangent-plane test, against the
 * minima on the triangles (structure/minima.h); those of less than a thousandth of r, and
 * positions with two minima 12 to 32 degrees apart, are a matter of definition and left out; so are
 * overlaps within which a smooth shape parts from its facets.
 */
#ifndef GM_AUDIT_COVERAGE_H
#define GM_AUDIT_COVERAGE_H

#include "scene/structures.h"

/* What was found over one triangle and its edges. */
typedef struct gm_coverage_row {
  double error;      /* m  largest of a distance served                    */
  gm_vec3 error_at;  /* m  where                                           */
  double excess;     /* 1  largest over what sites may err by there        */
  gm_vec3 excess_at; /* m  where                                          */
  gm_vec3 missing_at, wrong_at;      /* m  the first of them             */
  uint32_t positions, judged;        /* that a grain can have            */
  uint32_t left_out;                 /* of these, where a patch is not there */
  uint32_t answers, missing, exact;  /* of patches: all, lacking sites,
                                         by triangles                     */
  uint32_t unserved;                 /* in contact range, no answer      */
  uint32_t compared, several, wrong; /* contact sets: all, of more than
                                         one contact, not those of the triangles */
} gm_coverage_row;

typedef struct gm_coverage {
  gm_index n;           /* triangles                                      */
  gm_coverage_row *row; /* [n]                                            */
  gm_coverage_row all;  /* sums; the largest error; the first places      */
} gm_coverage;

/* Make *c empty. */
void gm_coverage_init(gm_coverage *c);

/* Release every column and leave *c empty. */
void gm_coverage_clear(gm_coverage *c);

/* Look at a mesh structure from about `positions` places; at its contacts too if `contacts`.
 * The same on any number of threads.  Requires: *c is empty, s->carriers is not null.
 * GM_ERR_MEMORY: *c is empty. */
gm_status gm_coverage_find(const gm_structure *s, gm_index positions,
                           int contacts, gm_coverage *c);

/* An error of the distance (m) as a share of the normal force at an overlap of 1 % of the
 * radius r (m), which goes with the overlap to the power of 1.5 (Hertz). */
double gm_coverage_force(double error, double r);

#endif
