/* tests/unit/config_scene.h -- a small scene for the tests of config, and reading it. */
#ifndef GM_TESTS_UNIT_CONFIG_SCENE_H
#define GM_TESTS_UNIT_CONFIG_SCENE_H

#include "rules/read.h"
#include <string.h>

/* Materials, pairs, a grain: what every scene needs.  Five lines. */
#define MATTER                                                                 \
  "materials: {glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: "  \
  "0.25}, steel: {density: 7.8 g/cm3, youngs_modulus: 2e8, poisson_ratio: "    \
  "0.3}}\n"                                                                    \
  "contacts:\n"                                                                \
  "  pairs:\n"                                                                 \
  "    - {between: [glass, glass], restitution: 0.8, friction: 0.5}\n"         \
  "    - {between: [glass, steel], restitution: 0.7, friction: 0.3}\n"
#define GRAINS                                                                 \
  "grains:\n"                                                                  \
  "  - fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, material: glass, "        \
  "radius: "                                                                   \
  "1 mm, count: 20}\n"
#define TIMES                                                                  \
  "time: {end: 2}\n"                                                           \
  "output: {every: 20 ms}\n"

static inline gm_status read_set(const char *text, size_t n_set,
                                 const char *const *set, gm_config *config)
{
  return gm_read_text(text, strlen(text), "scene.yaml", ".", n_set, set,
                      config);
}

static inline gm_status read(const char *text, gm_config *config)
{
  return read_set(text, 0, NULL, config);
}

#endif
