/* setup/timestep.h -- limits of the time step, and the automatic time step. */
#ifndef GM_SETUP_TIMESTEP_H
#define GM_SETUP_TIMESTEP_H

#include "scene/scene.h"
#include "soft/model.h"

/* Characteristic times of a scene, in s; infinite if they do not apply. */
typedef struct gm_timestep {
  double rayleigh; /* Rayleigh time of the smallest grain */
  double
      contact; /* shortest contact: half a period, or Hertz's time at `speed` */
  double
      speed; /* m/s  largest expected: initial, of structures, of free fall */
  double limit; /* stability limit; 0: no step is stable */
  double
      lecture; /* 2 sqrt(m / k_n), the least of grains and their pairs: the criterion
                     that the lecture gives; of the law lecture alone */
  double
      continuum; /* 0.3 of the time of a wave through a cell of material points */
  double
      pass; /* step above which a structure or held group could pass through grains */
  const char *swift_kind,
      *swift;      /* kind and name of the fastest: "structure" or "group" */
  double swiftest; /* m/s  speed of that one */
  gm_meeting_limit meeting; /* of structures on each other */
  int by_meeting; /* 1: they make the automatic step as small as it is */
  double step;    /* chosen time step; 0: no step is stable */
  double
      overlap; /* 1  overlap over radius of an impact on a structure at `speed` */
} gm_timestep;

/* Computes the times with the law and coefficients of the model and chooses the step:
 * 0.2 rayleigh (hertz) or 0.02 contact (hooke), at most 0.04 contact and half the
 * stability limit, so small that no structure moves by more than half the smallest
 * radius, and rounded down so that the time between frames is a whole number of steps.
 * Of a hybrid material that whole number is one of strides of 10, so that frames show
 * points and grains of one instant.
 * With material points it is at most `continuum` (s; infinite without); where structures
 * meet, at most 0.02 of the half period meeting.half (s; 0: none meet).
 * A given time.step is only rounded down; the caller must check it against `limit` and
 * `pass`. */
gm_timestep gm_timestep_choose(const gm_config *config, const gm_scene *scene,
                               const gm_model *model, double continuum,
                               gm_meeting_limit meeting);

/* Half a step of a single-precision number at the largest coordinate of the scene before
 * its first step (grains, pours, bounded structures, finite sides), in m. */
double gm_timestep_rounding(const gm_scene *scene);

#endif
