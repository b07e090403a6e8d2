/* measure/until.h -- conditions that end a run before time.end.
 *
 * They are tested at a fixed interval of steps, counted from the start, so that the step
 * at which a run ends depends on the scene alone.
 */
#ifndef GM_MEASURE_UNTIL_H
#define GM_MEASURE_UNTIL_H

#include "config/config.h"
#include "measure/measure.h"

typedef struct gm_until {
  int64_t every;  /* steps between tests; 0: no condition */
  double after;   /* s  no test before this time */
  double kinetic; /* J  limit of the kinetic energy; NaN: no such condition */
  gm_id out;      /* grains that have left; 0: no such condition */
  int was_above;  /* the kinetic energy was at or above the limit */
  const char *because; /* the key that ended the run, or null */
  double value;        /* value of that quantity when the run ended */
  double time;         /* s  time at which the run ended */
} gm_until;

/* Initialise *u from time.until of the scene, whose steps last dt (s); history: steps
 * between rows of the history, at which the conditions are tested by default. */
void gm_until_init(gm_until *u, const gm_config *config, double dt,
                   int64_t history);

/* Returns 1 if a condition holds.  Requires the measurement of this instant. */
int gm_until_holds(gm_until *u, const gm_scene *scene, const gm_measure *now);

#endif
