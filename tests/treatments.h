/* tests/treatments.h -- methods to compute the distance from a rotating blade.
 *
 * Virtual particles and the four conventional methods, each behind the same three
 * functions, so that a benchmark and a test can loop over all of them (described in
 * bench/treatments.md).
 */
#ifndef GM_TESTS_TREATMENTS_H
#define GM_TESTS_TREATMENTS_H

#include "body/mesh_collider.h"
#include "grid.h"
#include "paddle.h"
#include "rigid/motion.h"

typedef struct treatment treatment;

typedef struct treatment_row {
  const char *name;
  void (*begin)(treatment *t);
  /* From one step to the next; `step` has been incremented. */
  void (*advance)(treatment *t);
  /* Distances of n world points. */
  void (*ask)(const treatment *t, const gm_vec3 *x, int n, double *d);
  int again;      /* re-initialisations per revolution */
  int levels;     /* time levels per revolution */
  bool forgets;   /* an instant does not depend on earlier ones */
  bool asks_mesh; /* needs triangles and their tree in every step */
} treatment_row;

struct treatment {
  const treatment_row *row;
  const paddle *p;
  int step;
  gm_mesh_collider *collider;
  size_t carried; /* bytes of the collider */
  gm_motion motion;
  gm_pose pose;
  grid now, next;
  grid *level; /* [levels] over one revolution */
};

extern const treatment_row treatments[];
extern const int treatments_count;

/* Row of treatments[] by name. */
const treatment_row *treatments_find(const char *name);

void treatment_begin(treatment *t, const treatment_row *row, const paddle *p);
void treatment_advance(treatment *t);
void treatment_ask(const treatment *t, const gm_vec3 *x, int n, double *d);
void treatment_clear(treatment *t);

/* Bytes stored besides the mesh: columns of grids, or all allocations of the collider. */
size_t treatment_bytes(const treatment *t);

/* Errors of n body points after the steps done, in spacings: root mean square and
 * largest. */
void treatment_errors(const treatment *t, const gm_vec3 *y, int n, double *rms,
                      double *largest);

#endif
