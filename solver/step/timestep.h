/* step/timestep.h -- the largest stable step, and the one to take.
 *
 * Room: step.  May include: all rooms below.
 */
#ifndef GM_STEP_TIMESTEP_H
#define GM_STEP_TIMESTEP_H

#include "step/step.h"

/* Characteristic times of a scene, in s; infinite where they do not apply. */
typedef struct gm_timestep {
  double rayleigh; /* smallest: a wave around half a grain */
  double contact;  /* shortest: half a period, or Hertz at `speed` */
  double speed;    /* m/s  expected: start, structures, free fall */
  double limit;    /* above this the motion blows up; 0: always */
  double
      pass; /* above this a structure, or held grains, could pass grains unseen */
  const char *swift_kind, *swift; /* "structure" or "group", and its name */
  double swiftest;                /* m/s  and its speed */
  double step;                    /* chosen; 0 where nothing is stable */
  double overlap; /* 1  of the radius: of an impact on a structure at `speed` */
} gm_timestep;

/* Find the times by the law and coefficients of `step`; choose 0.2 rayleigh (hertz) or 0.02
 * contact (hooke), at most 0.04 contact and half the limit, so small that no structure moves by more
 * than half the smallest radius, and such that the time between frames is a whole
 * number of steps.  time.step is shortened likewise; it must not be above the limit, nor let a
 * structure pass, and the caller asks. */
gm_timestep gm_timestep_choose(const gm_config *config, const gm_scene *scene,
                               const gm_step *step);

#endif
