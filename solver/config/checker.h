/* config/checker.h -- what the rules about a scene share.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_CHECKER_H
#define GM_CONFIG_CHECKER_H

#include "config/config.h"
#include "config/faults.h"
#include "config/read.h"
#include <math.h>
#include <stdio.h>

/* What was read, and what the rules found.  Material i of the config is row i. */
typedef struct gm_checker {
  gm_config *config;
  const gm_faults *faults;
  char path[256];  /* of the item in hand                           */
  double *grains;  /* [n_materials] grains of that material         */
  bool *structure; /* [n_materials] some structure is made of it    */
  int *pair;       /* [n_materials^2] the pair's index plus 1, or 0 */
  bool mirror;     /* some side of the domain is a mirror */
} gm_checker;

/* The path of a key of the item in hand. */
void gm_checker_path(const gm_checker *c, const char *key, char *path,
                     size_t size);

/* Is what stands at item.key free of faults, so that a rule may judge it? */
bool gm_checker_sound(const gm_checker *c, const char *key);

/* Add a fault at item.key. */
#define GM_CHECKER_FAULT(c, key, ...)                                          \
  do {                                                                         \
    char path_[400];                                                           \
    gm_checker_path(c, key, path_, sizeof path_);                              \
    gm_read_fault((c)->config, path_, __VA_ARGS__);                            \
  } while (0)

/* Take list[index] in hand. */
void gm_checker_item(gm_checker *c, const char *list, size_t index);

/* The row of a material, or -1 with a fault that lists those there are. */
int gm_checker_material(gm_checker *c, const char *key, const char *name);

/* Faults where a box has no inside, an axis no length, a region either, `to` is not after
 * `from`. */
/* Two sides of a face must span it. */
void gm_checker_sides(gm_checker *c, const char *key, gm_vec3 along,
                      gm_vec3 across);
/* The row of a structure, or -1 and a fault. */
int gm_checker_structure(gm_checker *c, const char *key, const char *name);
void gm_checker_box(gm_checker *c, const char *key, gm_vec3 min, gm_vec3 max);
void gm_checker_axis(gm_checker *c, const char *key, gm_vec3 axis);
void gm_checker_region(gm_checker *c, const char *at,
                       const gm_config_region *region);
void gm_checker_times(gm_checker *c, const char *key, double from, double to);

/* A file that the key names must be there to read. */
void gm_checker_file(gm_checker *c, const char *key, const char *name);

#endif
