/* search/match.h -- carry the history of touching contacts over a new list.
 *
 * Room: search.  May include: base, scene.
 *
 *   gm_match_save(&old, list);  [ sort or remove grains; gm_match_rename(&old, ...) ]
 *   gm_candidates_build(...);   gm_match_restore(&old, list);
 */
#ifndef GM_SEARCH_MATCH_H
#define GM_SEARCH_MATCH_H

#include "scene/contacts.h"
#include "scene/structures.h"

typedef struct gm_match {
  gm_index n, capacity;
  gm_index n_grain;            /* rows [0, n_grain) are grain on grain, a < b */
  gm_index *a, *b;             /* [n] as in the list */
  gm_index *patch;             /* [n] */
  uint8_t *image;              /* [n] or null, as in the list */
  gm_row4 *history;            /* [n] */
  gm_row4 *couple;             /* [n] or null, as in the list */
  gm_vec3 *normal;             /* [n - n_grain] as in the list */
  gm_stay *stay;               /* [n - n_grain] or null, as in the list */
  gm_index *place;             /* [n - n_grain] or null, as in the list */
  gm_index structure_capacity; /* of these three */
} gm_match;

/* Copy the touching rows of `list`, in its order.  GM_ERR_MEMORY: nothing saved. */
gm_status gm_match_save(gm_match *m, const gm_contacts *list);

/* The grains were rearranged: old row i is now to[i], -1 if it is gone, and was put back
 * into the domain by image turn[i].  Contacts of grains that are gone are dropped, and what they
 * did to structures is handed over; where a and b change order the history changes sign. */
void gm_match_rename(gm_match *m, const gm_index *to, const uint8_t *turn,
                     gm_structures *structures);

/* Give the rows of the new list their history.  Contacts with structures
 * that are no longer present are dropped likewise.  GM_ERR_NUMBER: a pair of touching grains is not
 * in the new list, so the old one was used for too long. */
gm_status gm_match_restore(gm_match *m, gm_contacts *list,
                           gm_structures *structures);

void gm_match_clear(gm_match *m);

#endif
