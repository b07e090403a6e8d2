/* integrate/schemes.c -- the table of schemes. */
#include "integrate/schemes.h"

#include "integrate/adams.h"
#include "integrate/ballistic.h"
#include "integrate/euler.h"
#include "integrate/verlet.h"

/* Of leapfrog on a spring; what its dashpot takes of it, contacts make good. */
static double leapfrog_limit(double zeta)
{
  (void)zeta;
  return 2.0;
}

static const gm_scheme schemes[GM_SCHEMES] = {
    [GM_SCHEME_LEAPFROG] = {.name = "leapfrog",
                            .order = 2,
                            .first = 0.5,
                            .lag = 0.5,
                            .behind = 0.5,
                            .limit = leapfrog_limit},
    [GM_SCHEME_SYMPLECTIC_EULER] = {.name = "symplectic_euler",
                                    .order = 1,
                                    .first = 1.0,
                                    .lag = 0.5,
                                    .limit = leapfrog_limit},
    [GM_SCHEME_VELOCITY_VERLET] = {.name = "velocity_verlet",
                                   .order = 2,
                                   .first = 1.0,
                                   .behind = 0.5,
                                   .ahead = 0.5,
                                   .remembers = 1,
                                   .corrects = 1,
                                   .limit = gm_verlet_limit,
                                   .move = gm_verlet_move},
    [GM_SCHEME_ADAMS_BASHFORTH_2] = {.name = "adams_bashforth_2",
                                     .order = 2,
                                     .first = 1.0,
                                     .ahead = 0.5,
                                     .remembers = 1,
                                     .limit = gm_adams_limit,
                                     .move = gm_adams_move},
    [GM_SCHEME_EXPLICIT_EULER] = {.name = "explicit_euler",
                                  .order = 1,
                                  .first = 1.0,
                                  .ahead = 1.0,
                                  .limit = gm_euler_limit,
                                  .move = gm_euler_move},
    [GM_SCHEME_ADAMS_BASHFORTH_2_PRINTED] = {.name =
                                                 "adams_bashforth_2_printed",
                                             .order = 1,
                                             .first = 1.0,
                                             .ahead = 1.5,
                                             .remembers = 1,
                                             .limit = gm_adams_printed_limit,
                                             .move = gm_adams_printed_move},
};

const gm_scheme *gm_schemes_ballistic(void)
{
  static const gm_scheme ballistic = {.name = "ballistic",
                                      .order = 2,
                                      .first = 1.0,
                                      .ahead = 0.5,
                                      .limit = leapfrog_limit,
                                      .move = gm_ballistic_move};
  return &ballistic;
}

const gm_scheme *gm_schemes_find(int name)
{
  return &schemes[name];
}
