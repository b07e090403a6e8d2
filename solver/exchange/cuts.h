/* exchange/cuts.h -- cuts the domain into one part for each rank.
 *
 * Recursive coordinate bisection: the ranks are halved again and again, and with them
 * the cost of their grains by a plane across the longest side of what these fill, so that
 * each rank has as much to do as any other.  No bit of a result depends on the cuts.
 */
#ifndef GM_EXCHANGE_CUTS_H
#define GM_EXCHANGE_CUTS_H

#include "scene/scene.h"

/* A plane, or a rank. */
typedef struct gm_cut {
  int rank;   /* from 0; -1: it is cut */
  int axis;   /* of the plane */
  double at;  /* m  lower places belong to `next`, others to the one after */
  int next;   /* index of the lower part */
  int lo, hi; /* ranks [lo, hi) share this part */
} gm_cut;

typedef struct gm_cuts {
  gm_cut *cut; /* [n] the first is the domain */
  int n;
} gm_cuts;

/* Cut by the places of the grains that this rank has and that are no ghosts, each of
 * which costs `cost`; `comm` are the ranks that the others are on.  Collective.
 * GM_ERR_MEMORY. */
gm_status gm_cuts_find(gm_cuts *cuts, const gm_scene *scene, gm_comm *comm,
                       int64_t cost);

/* The rank in whose part x (m) lies; of a grain beyond a periodic side its image does. */
int gm_cuts_owner(const gm_cuts *cuts, const gm_domain *domain, gm_row4 x);

void gm_cuts_clear(gm_cuts *cuts);

#endif
