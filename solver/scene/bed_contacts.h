/* scene/bed_contacts.h -- the contacts of the grains of an earlier run, with their springs.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_BED_CONTACTS_H
#define GM_SCENE_BED_CONTACTS_H

#include "scene/bed.h"

/* Fill the list of a scene that has its grains and structures with the contacts of the beds;
 * first: [sources] row of the first grain of each.  The first list of the run then gives them
 * their history, as one gives it to the next.  Rows whose spring is known as a force have
 * history {force on a, -1}, which step/springs.h makes that of the law.
 *
 * Left out are contacts of grains that do not touch where they are now, and those with
 * structures that this scene has not or that another copy of the bed stands at.
 *
 * GM_ERR_INPUT, a fault of the source's file: a contact of a grain that is not there, of a
 * grain with itself, or twice, or with numbers that are not finite.  GM_ERR_MEMORY. */
gm_status gm_bed_contacts_append(gm_config *config, const gm_bed *beds,
                                 const gm_index *first, gm_scene *scene);

#endif
