/* rules/checker.h -- state and tests that all rules about a scene share.
 */
#ifndef GM_RULES_CHECKER_H
#define GM_RULES_CHECKER_H

#include "config/config.h"
#include "config/faults.h"
#include "config/report.h"
#include <math.h>
#include <stdio.h>

/* The config under test, and the findings of the rules.  Material i is
 * config->materials[i]. */
typedef struct gm_checker {
  gm_config *config;
  const gm_faults *faults;
  char path[256];  /* path of the current item, "" outside of lists */
  double *grains;  /* [n_materials] number of grains of the material */
  bool *structure; /* [n_materials] true if a structure has the material */
  int *pair;       /* [n_materials^2] index of the pair plus 1, or 0 */
  bool mirror;     /* true if a face of the domain is a mirror */
} gm_checker;

/* path[0..size) receives the path of `key` of the current item. */
void gm_checker_path(const gm_checker *c, const char *key, char *path,
                     size_t size);

/* Returns true if the value at `key` of the current item has no error, so that a rule
 * may test it. */
bool gm_checker_sound(const gm_checker *c, const char *key);

/* Add an error at `key` of the current item. */
#define GM_CHECKER_FAULT(c, key, ...)                                          \
  do {                                                                         \
    char path_[400];                                                           \
    gm_checker_path(c, key, path_, sizeof path_);                              \
    gm_report_fault((c)->config, path_, __VA_ARGS__);                          \
  } while (0)

/* Make list[index] the current item. */
void gm_checker_item(gm_checker *c, const char *list, size_t index);

/* Index of the material `name`, or -1 with an error that lists the existing materials. */
int gm_checker_material(gm_checker *c, const char *key, const char *name);

/* Add an error if the two edge vectors of a parallelogram are parallel or zero. */
void gm_checker_sides(gm_checker *c, const char *key, gm_vec3 along,
                      gm_vec3 across);
/* Index of the structure `name`, or -1 with an error that lists the existing
 * structures. */
int gm_checker_structure(gm_checker *c, const char *key, const char *name);

/* Add an error if the box has no volume, the axis has no length, the region is such a box
 * or has such an axis, or `to` is not after `from`. */
void gm_checker_box(gm_checker *c, const char *key, gm_vec3 min, gm_vec3 max);
void gm_checker_axis(gm_checker *c, const char *key, gm_vec3 axis);
void gm_checker_region(gm_checker *c, const char *at,
                       const gm_config_region *region);
void gm_checker_times(gm_checker *c, const char *key, double from, double to);

/* Add an error if the file that the key names cannot be opened for reading. */
void gm_checker_file(gm_checker *c, const char *key, const char *name);

#endif
