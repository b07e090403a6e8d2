/* scene/sinks.h -- what takes grains out of a run, and what it took.
 *
 * Room: scene (state, no physics).  May include: base, config, structure.
 *
 * A sink takes grains whose centre is in its region, or that touch its structure (or parts of it), which
 * does not push grains meanwhile.  Step/leave.h says when.
 */
#ifndef GM_SCENE_SINKS_H
#define GM_SCENE_SINKS_H

#include "scene/structures.h"

typedef struct gm_sink {
  char name[GM_NAME_LENGTH];
  gm_index structure; /* its row; -1: a region */
  uint32_t part;      /* bits of its parts (scene/parts.h); ~0: all of it */
  gm_region region;   /* of one that is a region */
  double from, to;    /* s  it takes grains in [from, to) */
  int on;             /* now */
  gm_id grains;       /* taken so far */
  double mass;        /* kg  of them */
} gm_sink;

typedef struct gm_sinks {
  gm_index n;
  gm_sink *row; /* [n] */
} gm_sinks;

/* The sinks of a config without faults, switched for t = 0.  GM_ERR_INPUT, with a fault: a region reaches
 * across periodic sides.  GM_ERR_MEMORY. */
gm_status gm_sinks_build(gm_config *config, const gm_domain *domain,
                         gm_structures *structures, gm_sinks *sinks);
void gm_sinks_clear(gm_sinks *sinks);

/* Switch those that begin or end by time t (s), and the structures that swallow. */
void gm_sinks_switch(gm_sinks *sinks, gm_structures *structures, double t);

/* The first sink, counted from 1, that is on and whose region holds x (m); 0: none. */
int gm_sinks_holds(const gm_sinks *sinks, gm_vec3 x);

/* The first, counted from 1, that is on and swallows what touches that patch; 0: none. */
int gm_sinks_swallows(const gm_sinks *sinks, const gm_structures *structures,
                      gm_index structure, gm_index patch);

#endif
