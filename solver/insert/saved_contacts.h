/* insert/saved_contacts.h -- contacts of saved grains, with their springs.
 */
#ifndef GM_INSERT_SAVED_CONTACTS_H
#define GM_INSERT_SAVED_CONTACTS_H

#include "insert/saved_grains.h"

/* Fill the neighbour list of a scene that has its grains and structures with the saved
 * contacts; first: [sources] index of the first grain of each source.  The first list
 * of the run then inherits their history, as every list does from the one before.  A
 * spring known only as a force gets the history {force on a, -1}, which step/springs.h
 * converts to that of the contact law.
 *
 * Omitted are contacts of grains that do not touch at their new places, and contacts
 * with structures that this scene lacks or that a moved copy no longer touches.
 *
 * GM_ERR_INPUT, an error in the file of the source: a contact of a missing grain, of a
 * grain with itself, a contact given twice, or values that are not finite.
 * GM_ERR_MEMORY. */
gm_status gm_saved_contacts_append(gm_config *config,
                                   const gm_saved_grains *saved,
                                   const gm_index *first, gm_scene *scene);

#endif
