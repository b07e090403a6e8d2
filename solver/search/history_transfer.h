/* search/history_transfer.h -- keeps the history of contacts when the list is rebuilt.
 *
 *   gm_history_transfer_save(&old, list);
 *   [sort or remove grains; gm_history_transfer_rename(&old, ...)]
 *   gm_neighbours_build(...);
 *   gm_history_transfer_restore(&old, list);
 */
#ifndef GM_SEARCH_HISTORY_TRANSFER_H
#define GM_SEARCH_HISTORY_TRANSFER_H

#include "scene/contacts.h"
#include "scene/scene.h"

typedef struct gm_history_transfer {
  gm_index n, capacity;
  gm_index n_grain;            /* pairs [0, n_grain) join two grains, a < b */
  gm_index *a, *b;             /* [n] contact partners, as in the list */
  gm_index *patch;             /* [n] of a structure */
  uint8_t *image;              /* [n] or null, as in the list */
  gm_row4 *history;            /* [n] */
  gm_row4 *couple;             /* [n] or null, as in the list */
  gm_spent *spent;             /* [n] or null, as in the list */
  gm_vec3 *normal;             /* [n - n_grain] as in the list */
  gm_running_sum *running;     /* [n - n_grain] or null, as in the list */
  gm_index *place;             /* [n - n_grain] or null, as in the list */
  gm_index structure_capacity; /* of normal, running, place */
  gm_scene
      *shared; /* its grains are shared by ranks, so that sums wait; or null */
} gm_history_transfer;

/* Room for n contacts, `walls` of them with structures; with columns for images, rolling
 * and twisting, dissipated energy, sums on surfaces.  GM_ERR_MEMORY. */
gm_status gm_history_transfer_reserve(gm_history_transfer *m, gm_index n,
                                      gm_index walls, int images, int couples,
                                      int accounts, int sums);

/* Saves the touching contacts of `list`, in its order, behind `more` contacts of two
 * grains, which the caller writes.  GM_ERR_MEMORY: nothing saved. */
gm_status gm_history_transfer_save_more(gm_history_transfer *m,
                                        const gm_contacts *list, gm_index more);

/* The same without any. */
GM_INLINE gm_status gm_history_transfer_save(gm_history_transfer *m,
                                             const gm_contacts *list)
{
  return gm_history_transfer_save_more(m, list, 0);
}

/* Updates the saved contacts after the grains were rearranged: grain i became to[i] (-1:
 * removed) and was put back into the domain by image turn[i].  Contacts of removed grains
 * are dropped, after their impulse, work and wear went to the structures.  The history
 * changes sign if a and b swap places. */
void gm_history_transfer_rename(gm_history_transfer *m, const gm_index *to,
                                const uint8_t *turn, gm_structures *structures);

/* Copies the saved histories to the new list.  Contacts with absent structures are
 * dropped likewise.  GM_ERR_NUMBER: a pair of touching grains is not in the new list,
 * so the old one was used for too long. */
gm_status gm_history_transfer_restore(gm_history_transfer *m, gm_contacts *list,
                                      gm_structures *structures);

/* The row of a new list that joins these, or -1; patch -1: two grains, of any image. */
gm_index gm_history_transfer_row(const gm_contacts *list, gm_index a,
                                 gm_index b, gm_index patch, int image);

void gm_history_transfer_clear(gm_history_transfer *m);

#endif
