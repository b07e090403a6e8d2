/* scene/place.h -- is there room?  A hashed grid of the grains brought in so far.
 *
 * Room: scene.  May include: base.
 */
#ifndef GM_SCENE_PLACE_H
#define GM_SCENE_PLACE_H

#include "scene/domain.h"
#include "scene/grains.h"

typedef struct gm_place {
  double width;         /* m  of a cell: twice the largest radius */
  gm_index n_buckets;   /* a power of two */
  gm_index *head;       /* [n_buckets] last grain of a bucket, -1: none */
  gm_index *next;       /* [capacity]  earlier grain of the same bucket */
  gm_index n, capacity; /* grains entered */
  int still; /* what looks for a place is held and touches free grains alone */
  const gm_domain *domain; /* images across its sides count too; or null */
} gm_place;

/* Ready for `capacity` grains of radius at most `largest` (m).  GM_ERR_MEMORY. */
gm_status gm_place_init(gm_place *p, gm_index capacity, double largest);
void gm_place_clear(gm_place *p);

/* Enter grains [p->n, g->n). */
void gm_place_enter(gm_place *p, const gm_grains *g);

/* A grain of g, or an image of one, that a sphere of radius r (m) at x (m) overlaps by more than `allowed` of
 * the smaller radius, or -1. */
gm_index gm_place_conflict(const gm_place *p, const gm_grains *g, gm_vec3 x,
                           double r, double allowed);

#endif
