/* scene/sums.h -- what contacts did to surfaces up to now, of stays that last too.
 *
 * Room: scene.  May include: base, structure.
 *
 * For frames and rows of the history; nothing is changed, so that no sum depends on how often
 * it is looked at.
 */
#ifndef GM_SCENE_SUMS_H
#define GM_SCENE_SUMS_H

#include "scene/contacts.h"
#include "scene/structures.h"

/* The sums at one place or of one structure, and its impacts by decades of energy. */
typedef struct gm_sum {
  gm_tally tally;
  int64_t spectrum[GM_TALLY_DECADES];
} gm_sum;

/* Of each structure: sum [structures]; zero where nothing is summed. */
void gm_sums_structures(const gm_structures *structures,
                        const gm_contacts *list, gm_sum *sum);

/* Of each place: those of structure s are sum[first[s]] and on. */
void gm_sums_places(const gm_structures *structures, const gm_contacts *list,
                    const gm_index *first, gm_sum *sum);

#endif
