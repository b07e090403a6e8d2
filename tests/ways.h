/* tests/ways.h -- the methods of treatments.c.
 */
#ifndef GM_TESTS_WAYS_H
#define GM_TESTS_WAYS_H

#include "treatments.h"

/* Virtual particles as in a scene; and a single patch of them without fallback to
 * triangles. */
void ways_begin_sites(treatment *t);
void ways_begin_sites_alone(treatment *t);
void ways_advance_pose(treatment *t);
void ways_ask_sites(const treatment *t, const gm_vec3 *x, int n, double *d);

/* 1 A grid in the body frame, to which grains are transformed. */
void ways_begin_grid(treatment *t);
void ways_advance_nothing(treatment *t);
void ways_ask_in_body(const treatment *t, const gm_vec3 *x, int n, double *d);

/* 2 A grid in the world frame, rebuilt from the triangles. */
void ways_advance_rebuilding(treatment *t);
void ways_ask_grid(const treatment *t, const gm_vec3 *x, int n, double *d);

/* 3 A grid in the world frame, advected. */
void ways_begin_upwind(treatment *t);
void ways_advance_upwind(treatment *t);
void ways_begin_cip(treatment *t);
void ways_advance_cip(treatment *t);
void ways_ask_cip(const treatment *t, const gm_vec3 *x, int n, double *d);

/* 4 Grids of several instants, interpolated linearly in time. */
void ways_begin_series(treatment *t);
void ways_ask_series(const treatment *t, const gm_vec3 *x, int n, double *d);

#endif
