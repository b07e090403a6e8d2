/* search/entries.h -- index of the stored forces (records) by the grain they act on. */
#ifndef GM_SEARCH_ENTRIES_H
#define GM_SEARCH_ENTRIES_H

#include "scene/contacts.h"

/* Fills entry, entry_grain and first_entry of the list: each record appears once for
 * either grain, sorted by (grain, pair).  Each chunk runs a counting sort. */
void gm_entries_write(gm_contacts *list);

#endif
