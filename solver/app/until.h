/* app/until.h -- conditions that end a run before its time.
 *
 * Room: app.  May include: base, config, scene, step.
 *
 * They are looked at every so many steps, counted from the start, so that the step at which
 * a run ends depends on the scene alone.
 */
#ifndef GM_APP_UNTIL_H
#define GM_APP_UNTIL_H

#include "app/ready.h"
#include "step/measure.h"

typedef struct gm_until {
  int64_t every;       /* steps between looks; 0: no condition */
  double after;        /* s  no look before */
  double kinetic;      /* J  falls below; NaN: no such condition */
  gm_id out;           /* grains that have left; 0: no such condition */
  int was_above;       /* the kinetic energy was at or above the limit */
  const char *because; /* the key that ended the run, or null */
  double value;        /* of it, when it did */
  double time;         /* s  of that */
} gm_until;

/* Ready *u for the scene's time.until. */
void gm_until_init(gm_until *u, const gm_ready *ready);

/* Does a condition hold now?  Requires the measure of this instant. */
int gm_until_holds(gm_until *u, const gm_scene *scene, const gm_measure *now);

/* A line that says why the run ended, or why not; nothing without a condition. */
void gm_until_print(FILE *out, const gm_until *u);

#endif
