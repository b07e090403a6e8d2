/* search/order.h -- an order of the grains that keeps neighbours near in memory.
 *
 * Room: search.  May include: base, scene.
 *
 * Morton order of cells, ties by identity; grains outside the domain are left out.  The
 * order depends on positions and identities alone, never on threads; along a periodic axis
 * it starts at the grain of the lowest identity, so that it does not depend on where the
 * grains lie in the box.
 */
#ifndef GM_SEARCH_ORDER_H
#define GM_SEARCH_ORDER_H

#include "scene/domain.h"
#include "scene/grains.h"

typedef struct gm_order {
  gm_index capacity;
  gm_index n;      /* grains kept */
  gm_index *from;  /* [n]      new row k is old row from[k] */
  gm_index *to;    /* [old n]  old row i is new row to[i], -1 gone */
  uint8_t *turn;   /* [old n]  image that puts it back into the domain */
  gm_index turned; /* grains that are put back */
  void *keyed;     /* scratch */
} gm_order;

/* Order of the grains whose centre is inside the domain or beyond a periodic side, but for those
 * that are gone ([grains], 0: there; null: none is); sort = 0 keeps the present order and only leaves
 * out.  GM_ERR_MEMORY. */
gm_status gm_order_find(gm_order *o, const gm_grains *g,
                        const gm_domain *domain, const uint8_t *gone, int sort);

void gm_order_clear(gm_order *o);

#endif
