/* scene/sinks.h -- sinks, which remove grains from the run, and what they removed.
 *
 * A sink removes grains whose centre is in its region, or grains that touch its
 * structure or parts of that structure; such a structure exerts no force on grains
 * meanwhile.  step/leave.h defines when.
 */
#ifndef GM_SCENE_SINKS_H
#define GM_SCENE_SINKS_H

#include "scene/structures.h"

typedef struct gm_sink {
  char name[GM_NAME_LENGTH];
  gm_index structure; /* index of its structure; -1: the sink is a region */
  uint32_t part;      /* bit mask of its parts (machines/parts.h); ~0: the whole
                    structure */
  gm_region region;   /* if the sink is a region */
  double from, to;    /* s  active in [from, to) */
  int on;             /* 1 if active now */
  gm_id grains;       /* removed so far */
  double mass;        /* kg  removed so far */
} gm_sink;

typedef struct gm_sinks {
  gm_index n;
  gm_sink *row; /* [n] */
} gm_sinks;

void gm_sinks_clear(gm_sinks *sinks);

/* Switch sinks and their structures on or off for time t (s). */
void gm_sinks_switch(gm_sinks *sinks, gm_structures *structures, double t);

/* The first active sink whose region contains x (m), counted from 1; 0: none. */
int gm_sinks_holds(const gm_sinks *sinks, gm_vec3 x);

/* The first active sink that removes grains touching that patch, counted from 1; 0:
 * none. */
int gm_sinks_swallows(const gm_sinks *sinks, const gm_structures *structures,
                      gm_index structure, gm_index patch);

#endif
