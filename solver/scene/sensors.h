/* scene/sensors.h -- the planes, surfaces and regions of the scene key `measure`, and
 * their readings.
 *
 * A flux sensor counts since the start of the run; a stress sensor holds the values of
 * the instant last measured.
 */
#ifndef GM_SCENE_SENSORS_H
#define GM_SCENE_SENSORS_H

#include "base/types.h"
#include "query/line_crossings.h"
#include "scene/domain.h"
#include "scene/material.h"
#include "scene/region.h"

enum { GM_SENSORS_MAX = 100 };

/* Grain centres that crossed a plane or a surface; forward is the direction of its
 * normal. */
typedef struct gm_flux {
  gm_vec3 through, normal; /* m, 1 */
  double radius;           /* m  of the disc around `through`, or infinite */
  gm_vec3 u, v; /* 1/m  parallelogram: the points with 0 <= d . u < 1 and
                   0 <= d . v < 1, d from `through`; 0: not a parallelogram */
  gm_line_crossings *mesh; /* surface that replaces the plane, or null */
  gm_id forward, backward; /* grains since the start */
  double mass_forward, mass_backward; /* kg */
} gm_flux;

/* Stress averaged over a region, positive in compression; component [i][j] is force i
 * times branch vector j. */
typedef struct gm_stress {
  gm_region region;
  double contact[3][3]; /* Pa */
  double kinetic[3][3]; /* Pa  of velocities relative to their mean */
  double solid; /* 1  volume of the grains with their centre inside, over the
                   volume of the region */
} gm_stress;

typedef struct gm_sensor {
  char name[GM_NAME_LENGTH];
  int kind; /* enum gm_choice_measured */
  gm_flux flux;
  gm_stress stress;
} gm_sensor;

typedef struct gm_sensors {
  gm_index n;
  gm_sensor *row; /* [n] */
} gm_sensors;

/* True if some sensor counts grains in every step. */
int gm_sensors_count(const gm_sensors *sensors);

void gm_sensors_clear(gm_sensors *sensors);

#endif
