/* measure/sums.h -- surface sums (impulse, work, wear) up to now, running contacts
 * included.
 *
 * Frames and the history read them; reading changes nothing, so that no sum depends on
 * how often it is read.
 */
#ifndef GM_MEASURE_SUMS_H
#define GM_MEASURE_SUMS_H

#include "scene/contacts.h"
#include "scene/structures.h"

/* Sums of one surface place or of one structure, and its impacts by decades of energy. */
typedef struct gm_surface_sum {
  gm_contact_sum tally;
  int64_t spectrum[GM_CONTACT_SUMS_DECADES];
} gm_surface_sum;

/* Fills sum[structures]; zero for structures without sums. */
void gm_sums_structures(const gm_structures *structures,
                        const gm_contacts *list, gm_surface_sum *sum);

/* Fills the sums of each surface place; those of structure s begin at sum[first[s]]. */
void gm_sums_places(const gm_structures *structures, const gm_contacts *list,
                    const gm_index *first, gm_surface_sum *sum);

#endif
