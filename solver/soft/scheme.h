/* soft/scheme.h -- time-integration schemes as descriptors.
 *
 * A chunk calls its scheme once, so that no loop branches on the scheme.  With a the
 * acceleration from the positions and velocities that the contacts used:
 *
 *   leapfrog           v <- v + a dt,  x <- x + v dt; the first kick is half
 *   symplectic_euler   the same loop with a whole first kick; v belongs to the time of x
 *   velocity_verlet    x <- x + v dt + a dt^2 / 2,  v <- v + (a + a_new) dt / 2; contacts
 *                      use the predicted velocity v + a dt
 *   adams_bashforth_2  x <- x + (3 v - v_old) dt / 2,  v <- v + (3 a - a_old) dt / 2
 *   explicit_euler     x <- x + v dt,  v <- v + a dt
 *   adams_bashforth_2_printed   x <- x + (v + v_old) dt / 2,  v as adams_bashforth_2
 *
 * Angular velocity goes as velocity does; an orientation turns about the axis and by the
 * angle that the position of a straight motion would advance by.
 *
 * R. D. Groot and P. B. Warren, J. Chem. Phys. 107 (1997) 4423-4435 (the predicted
 * velocity); E. Hairer, S. P. Norsett and G. Wanner, Solving Ordinary Differential
 * Equations I, III.1.
 */
#ifndef GM_SOFT_SCHEME_H
#define GM_SOFT_SCHEME_H

#include "base/sum.h"
#include "config/choices.h"
#include "scene/grains.h"

/* Sums over the grains of a move. */
typedef struct gm_scheme_sums {
  double fastest;   /* m2/s2  largest squared displacement over dt */
  gm_sum_rows lost; /* J  {in this step, of it by friction}, of two grains */
  gm_sum *over;     /* [4] J  likewise, see base/sum.h */
  gm_sum *
      impulse; /* [6] N s  on each face of the domain, outwards, by grains that it
                      reflected: soft/kick_drift.h */
} gm_scheme_sums;

/* Adds the losses of a grain. */
GM_INLINE void gm_scheme_lose(gm_scheme_sums *sums, const gm_load *l)
{
  gm_sum_rows_add(&sums->lost, sums->over,
                  (gm_row4){l->t[3], l->f[3], 0.0, 0.0});
}

/* Adds the losses of n grains, two to a row; `squares` (J2) is the sum of their squares.
 * Where all are small, their parts in the highest bin are known to be zero. */
GM_INLINE void gm_scheme_lose_all(gm_scheme_sums *sums, const gm_load *load,
                                  gm_index n, double squares)
{
  if (squares == 0.0) return;
  if (!(squares < GM_SUM_SQUARE) || sums->lost.n + n > GM_SUM_ROWS) {
    for (gm_index i = 0; i < n; ++i)
      gm_scheme_lose(sums, &load[i]);
    return;
  }
  gm_sum_rows mine = sums->lost;
  const int top = squares < GM_SUM_SMALL_SQUARE;
  for (gm_index i = 0; i + 1 < n; i += 2) {
    const gm_load *l = &load[i];
    gm_sum_rows_cut(&mine, top,
                    (gm_row4){l[0].t[3], l[0].f[3], l[1].t[3], l[1].f[3]});
  }
  sums->lost = mine;
  sums->lost.n += n / 2;
  if (n % 2) gm_scheme_lose(sums, &load[n - 1]);
}

/* Moves grains [i0, i1) by dt (s) under gravity (m/s2) and load[i1 - i0]; adds to
 * *sums. */
typedef void gm_scheme_move(gm_grains *grains, gm_index i0, gm_index i1,
                            double dt, gm_vec3 gravity, const gm_load *load,
                            gm_scheme_sums *sums);

typedef struct gm_scheme {
  const char *name; /* as in gm_choices_schemes */
  int order; /* order of accuracy under smooth forces independent of velocity */
  double first;  /* 1  first kick over dt */
  double lag;    /* 1  delay, in steps, of the velocities that contacts use */
  double behind; /* 1  kicks that stored velocities lack to match positions */
  double
      ahead; /* 1  kicks that stored velocities have beyond those of the move */
  int remembers; /* needs grains->before */
  int corrects;  /* the missing kick uses the acceleration minus the old one */

  /* Largest w dt of an oscillator x'' = -w^2 x - 2 zeta w x' that stays bounded. */
  double (*limit)(double zeta);

  gm_scheme_move *move; /* null: the loop of soft/move.h */
} gm_scheme;

/* ---- the table of schemes -------------------------------------------------------- */

/* The scheme of this enum (config/choices.h). */
const gm_scheme *gm_schemes_find(int name);

/* The scheme of hard grains, whose contacts exert no force: exact parabolas. */
const gm_scheme *gm_schemes_ballistic(void);

#endif
