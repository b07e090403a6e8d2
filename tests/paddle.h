/* tests/paddle.h -- a pitched blade that turns about z, and grains that touch it.
 *
 * A box: its faces are planes and its edges sharp, so that no smoothing of a mesh changes
 * its distance, and a closed form knows it.  Its triangles are as many as a real blade's.
 * Lengths come from a cubic grid that holds all it sweeps: the nodes of the grid and
 * virtual particles are equally far apart.
 */
#ifndef GM_TESTS_PADDLE_H
#define GM_TESTS_PADDLE_H

#include "base/quat.h"
#include "query/sign.h"

typedef struct paddle {
  int nodes;      /*    of a grid along each axis                        */
  int steps;      /*    of a revolution                                  */
  double spacing; /* m  D, of virtual particles and of the grid's nodes  */
  double r;       /* m  of the grains: the smallest for that spacing     */
  gm_vec3 half;   /* m  half sides: length, thickness, height            */
  gm_quat pitch;  /*    about its length                                 */
  gm_surface surface;
  gm_distance *distance;
  gm_sign *side;
} paddle;

/* What the allowed overlap is, of the radius. */
#define PADDLE_OVERLAP 0.07

/* 12 4^refine triangles.  Checks that it works. */
void paddle_init(paddle *p, int nodes, int steps, int refine);
void paddle_clear(paddle *p);

/* Orientation after so many steps. */
gm_quat paddle_turned(const paddle *p, double steps);

/* Distance from the box and its gradient at the body point y, in closed form. */
gm_query_result paddle_exact(const paddle *p, gm_vec3 y);

/* n body points at random where grains touch: the box is between r less the overlap
 * allowed and r away. */
void paddle_grains(const paddle *p, gm_vec3 *y, int n);

/* A paddle at some instant, as a field of the world. */
typedef struct paddle_now {
  const paddle *p;
  gm_quat q;
} paddle_now;

gm_query_result paddle_field(const void *now,
                             gm_vec3 x); /* closed form        */
gm_query_result paddle_triangles(const void *now,
                                 gm_vec3 x); /* nearest triangle   */

#endif
