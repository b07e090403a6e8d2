/* integrate/scheme.h -- the ways to carry grains over a step, as descriptors.
 *
 * Room: integrate.  May include: base, structure, scene.
 *
 * One function call a chunk: no loop asks which scheme it is.  With a the acceleration of
 * the positions and velocities that contacts saw:
 *
 *   leapfrog           v <- v + a dt,  x <- x + v dt; the first kick is half
 *   symplectic_euler   the same loop, first kick whole, and v is read in step with x
 *   velocity_verlet    x <- x + v dt + a dt^2 / 2,  v <- v + (a + a_new) dt / 2; contacts
 *                      see the foreseen velocity v + a dt
 *   adams_bashforth_2  x <- x + (3 v - v_old) dt / 2,  v <- v + (3 a - a_old) dt / 2
 *   explicit_euler     x <- x + v dt,  v <- v + a dt
 *
 * Angular velocity goes as velocity does; an orientation turns about the axis and by the
 * angle that the position of a straight motion would advance by.
 *
 * R. D. Groot and P. B. Warren, J. Chem. Phys. 107 (1997) 4423-4435 (the foreseen velocity);
 * E. Hairer, S. P. Norsett and G. Wanner, Solving Ordinary Differential Equations I, III.1.
 */
#ifndef GM_INTEGRATE_SCHEME_H
#define GM_INTEGRATE_SCHEME_H

#include "scene/grains.h"

/* The same order as the user's words in config/config.h. */
enum gm_scheme_name {
  GM_SCHEME_LEAPFROG,
  GM_SCHEME_SYMPLECTIC_EULER,
  GM_SCHEME_VELOCITY_VERLET,
  GM_SCHEME_ADAMS_BASHFORTH_2,
  GM_SCHEME_EXPLICIT_EULER,
  GM_SCHEMES
};

/* Of the grains of a move, in their order. */
typedef struct gm_scheme_sums {
  double fastest;    /* m2/s2  largest square of (way / dt) */
  double dissipated; /* J  in this step */
  double frictional; /* J  of it by friction */
} gm_scheme_sums;

/* Move grains [i0, i1) by dt (s) under gravity (m/s2) and `load`: [i1 - i0], from grain i0 on. */
typedef void gm_scheme_move(gm_grains *grains, gm_index i0, gm_index i1,
                            double dt, gm_vec3 gravity, const gm_load *load,
                            gm_scheme_sums *sums);

typedef struct gm_scheme {
  const char *name;
  int order;     /* of the motion under smooth forces that know no velocity */
  double first;  /* 1  kick of the first step, of dt */
  double lag;    /* 1  steps that the velocities contacts see stand behind */
  double behind; /* 1  kicks that stored velocities lack to be in step */
  int remembers; /* needs grains->before */
  int corrects;  /* the kick lacking is with the acceleration less the old */

  /* Largest w dt of an oscillator x'' = -w^2 x - 2 zeta w x' that stays bounded. */
  double (*limit)(double zeta);

  gm_scheme_move *move; /* null: the loop of integrate/move.h */
} gm_scheme;

/* The scheme of this enum. */
const gm_scheme *gm_scheme_find(int name);

#endif
