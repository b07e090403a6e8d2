/* search/order.h -- sorts the grains in space, so that neighbours are near in memory.
 *
 * The order is the Morton order of cells, ties by id; grains outside the domain are
 * left out.  It depends on positions and ids alone, never on threads.  Along a periodic
 * axis it starts at the grain with the lowest id, so that it does not depend on where
 * the grains lie in the box.
 */
#ifndef GM_SEARCH_ORDER_H
#define GM_SEARCH_ORDER_H

#include "base/comm.h"
#include "scene/domain.h"
#include "scene/grains.h"

typedef struct gm_order {
  gm_index capacity;
  gm_index n;      /* grains kept */
  gm_index *from;  /* [n]      new row k is old row from[k] */
  gm_index *to;    /* [old n]  old row i is new row to[i]; -1: removed */
  uint8_t *turn;   /* [old n]  image that puts a grain back into the domain */
  gm_index turned; /* grains that are put back */
  void *keyed;     /* scratch */
  int threads;     /* with room in count: digits that each has met */
  gm_index *count;
} gm_order;

/* Find the order of the grains whose centre is inside the domain or beyond a periodic
 * side, without those marked in gone[grains] (or null).  sorts = 0 keeps the present
 * order and only removes grains.  The order is that of the grains of all ranks; ghosts
 * must be marked in gone.  GM_ERR_MEMORY. */
gm_status gm_order_find(gm_order *o, const gm_grains *g,
                        const gm_domain *domain, const uint8_t *gone, int sorts,
                        gm_comm *comm);

/* Note the keys by which rows were sorted, before they move. */
void gm_order_keys(const gm_order *o, gm_grains *g);

void gm_order_clear(gm_order *o);

#endif
