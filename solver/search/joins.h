/* search/joins.h -- runs of pairs between chunks that act on grains of a later chunk. */
#ifndef GM_SEARCH_JOINS_H
#define GM_SEARCH_JOINS_H

#include "scene/contacts.h"

/* Fills join and first_join of the list.  GM_ERR_MEMORY: the list is empty. */
gm_status gm_joins_write(gm_contacts *list);

#endif
