/* search/entries.h -- the records of a list, by the grain they concern.
 *
 * Room: search.  May include: base, scene.
 */
#ifndef GM_SEARCH_ENTRIES_H
#define GM_SEARCH_ENTRIES_H

#include "scene/contacts.h"

/* Fill entry, entry_grain and first_entry from the rows and chunks of the list: each record
 * once for each side, by (grain, row); a counting sort for each chunk. */
void gm_entries_write(gm_contacts *list);

#endif
