/* tests/treatments.h -- ways to know the distance from a blade that turns.
 *
 * Virtual particles and the four conventional treatments beside them: one row each, behind three
 * functions, so that a bench and a test can go through all of them (bench/treatments.md tells
 * what they are).
 */
#ifndef GM_TESTS_TREATMENTS_H
#define GM_TESTS_TREATMENTS_H

#include "grid.h"
#include "paddle.h"
#include "structure/carriers.h"
#include "structure/motion.h"

typedef struct treatment treatment;

typedef struct treatment_row {
  const char *name;
  void (*begin)(treatment *t);
  /* From one step to the next; step is counted already. */
  void (*advance)(treatment *t);
  /* Distances of n world points. */
  void (*ask)(const treatment *t, const gm_vec3 *x, int n, double *d);
  int again;      /* re-initialisations a revolution              */
  int levels;     /* of time, a revolution                        */
  bool forgets;   /* an instant does not depend on those before   */
  bool asks_mesh; /* triangles and their tree are needed in every step */
} treatment_row;

struct treatment {
  const treatment_row *row;
  const paddle *p;
  int step;
  gm_carriers *carriers;
  size_t carried; /* bytes of carriers */
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

/* Bytes of what is kept beside the mesh: columns of grids, or all the carriers allocate. */
size_t treatment_bytes(const treatment *t);

/* Errors of n body points after the steps done, in spacings: root mean square, largest. */
void treatment_errors(const treatment *t, const gm_vec3 *y, int n, double *rms,
                      double *largest);

#endif
