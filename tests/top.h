/* tests/top.h -- a free asymmetric top for 100 s, its reference and the errors of a run.
 *
 * Principal moments 1, 2, 3, R(0) = E, spin (0.01, 1, 0.01) in the body.  The reference
 * is by the method of Runge and Kutta in steps of 2.5 ms.
 */
#ifndef GM_TESTS_TOP_H
#define GM_TESTS_TOP_H

#include "rigid/rotation.h"

enum { TOP_STEPS = 40000, TOP_FLIPS = 5 };

/* Largest errors: of energy, of angular momentum (a vector, over its length), of R^T R,
 * of the attitude (|R - R_ref| / sqrt 8, Frobenius; 1 is the largest). */
typedef struct top_errors {
  double energy, momentum, orthogonality, attitude;
} top_errors;

/* When the spin about the middle axis changed its sign. */
typedef struct top_flips {
  double at[TOP_FLIPS]; /* s */
  int n;
} top_flips;

/* Fills the reference; before all else. */
void top_init(void);

/* Step k of the reference: [0, 9) R by rows, [9, 12) spin in the body. */
const double *top_reference(int k);

/* The top at time 0; its world is turned by q0. */
gm_rotation top_begin(gm_rotation_how how, gm_quat q0);

/* 100 s in steps of dt (s), a multiple of 2.5 ms that divides 100 s.  The world of Euler
 * angles is turned so that L is along z: theta stays 30 degrees away from 0. */
top_errors top_run(gm_rotation_how how, double dt, top_flips *flips);

#endif
