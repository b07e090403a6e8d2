/* measure/coverage.h -- whether virtual particles represent a mesh well enough.
 *
 * A grain of radius r may overlap by a fraction `overlap` of its radius.  Its centre can
 * be at y if the distance d from the surface is in [(1 - overlap) r_min, r_max] and y is
 * on the grains' side; the largest grain that fits has r = min(r_max, d / (1 - overlap)).
 * At every test position that a grain can have, each patch nearer
 * than this r is queried as in a time step, and the result is compared with the exact
 * distance from its triangles.  Other structures are ignored, since moving bodies may be
 * anywhere.
 *
 * Where the scene omits a part of the surface (body/mesh_collider.h), patches are not
 * queried and contacts not compared.
 *
 * Contacts: the patches nearer than r that pass the tangent-plane test are compared with
 * the exact contact points, the local minima of the distance from the triangles
 * (patch/exact_contacts.h).  Not compared, because the result is a matter of definition,
 * are overlaps below a thousandth of r, positions with two minima 12 to 32 degrees apart,
 * and overlaps smaller than the distance between the smooth shape and its facets.
 */
#ifndef GM_MEASURE_COVERAGE_H
#define GM_MEASURE_COVERAGE_H

#include "scene/structures.h"

/* Findings over one triangle and its edges. */
typedef struct gm_coverage_row {
  double
      squares;  /* m2 sum of the squared errors of distances, over `queries` */
  double error; /* m  largest error of a distance used by the solver */
  gm_vec3 error_at;  /* m  its position */
  double excess;     /* 1  largest ratio of the error to the allowed one */
  gm_vec3 excess_at; /* m  its position */
  /* m  first position with missing samples, and with wrong contacts */
  gm_vec3 missing_at, wrong_at;
  /* number of test positions, and of those that a grain can have */
  uint32_t positions, judged;
  uint32_t left_out; /* number of these near an omitted part of the surface */
  /* number of queries of patches, of those with missing samples, and of those whose
   * result is from exact triangles */
  uint32_t queries, missing, exact;
  uint32_t unserved; /* number of queries in contact range without a result */
  /* number of contact sets compared, of those with several contacts, and of those that
   * differ from the contacts of the triangles */
  uint32_t compared, several, wrong;
} gm_coverage_row;

typedef struct gm_coverage {
  gm_index n;           /* number of triangles */
  gm_coverage_row *row; /* [n] */
  gm_coverage_row all; /* sums, largest error and first positions of all rows */
} gm_coverage;

/* Make *c empty. */
void gm_coverage_init(gm_coverage *c);

/* Release every column and leave *c empty. */
void gm_coverage_clear(gm_coverage *c);

/* Test a mesh structure at about `positions` positions, and its contacts too if
 * `contacts`.  The result is the same on any number of threads.  Requires: *c is empty,
 * s->collider is not null.  On GM_ERR_MEMORY *c is empty. */
gm_status gm_coverage_find(const gm_structure *s, gm_index positions,
                           int contacts, gm_coverage *c);

enum { GM_COVERAGE_REMEDY = 128 };

/* Text of the change to the scene that restores missing samples, by key and value.
 * Returns 1 if an option explains why they are missing; 0: only overlaps beyond the
 * allowed one can. */
int gm_coverage_remedy(const gm_mesh_collider_options *options,
                       char text[GM_COVERAGE_REMEDY]);

enum { GM_COVERAGE_PLACE = 160, GM_COVERAGE_DOUBT = 600 };

/* Text of a position: "(0.1, 0, 0) m in the body frame, (0.1, 0, 0.5) m in the world". */
const char *gm_coverage_place(const gm_structure *s, gm_vec3 at,
                              char text[GM_COVERAGE_PLACE]);

/* Cells are tested at single points when the distance field is built.  Between these
 * points the error may exceed the allowed one, but not by more than this factor. */
#define GM_COVERAGE_EXCESSIVE 3.0

/* Does the error of the distance exceed that?  Returns 1 and the text of the error and
 * its remedy.  A band as described has no such limit, since no triangles replace it. */
int gm_coverage_doubt(const gm_structure *s, const gm_coverage_row *all,
                      char text[GM_COVERAGE_DOUBT]);

/* Relative error of the normal force caused by an error of the distance (m), at an
 * overlap of 1 % of the radius r (m); the force is proportional to the overlap to the
 * power of 1.5 (Hertz). */
double gm_coverage_force(double error, double r);

#endif
