/* scene/list.h -- grains given one by one: in the scene, or in a CSV file.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_LIST_H
#define GM_SCENE_LIST_H

#include "scene/place.h"
#include "scene/scene.h"

/* Overlap, over the smaller radius, that grains may have at the start. */
extern const double gm_list_allowed;

/* Read the CSV file of list number `source` into the config's own list: a header that names
 * the columns x y z radius and perhaps vx vy vz wx wy wz, in any order, SI; then a line a
 * grain, of at most 4095 bytes.  Blank lines, lines that begin with # and a byte order mark
 * are skipped.  Nothing to do without a file.  Faults (GM_ERR_INPUT) name file, line,
 * column; all rows that are wrong are listed, as far as faults are shown.  A file without
 * a header or without a row is one. */
gm_status gm_list_read(gm_config *config, size_t source);

/* Append the grains of list number `source`; ids from *next on.  Grains that overlap
 * another or a structure by more than 7 % of the smaller radius are faults. */
gm_status gm_list_append(gm_config *config, size_t source, gm_scene *scene,
                         gm_place *place, gm_id *next);

#endif
