/* result/ondem_springs.h -- reads the contacts between the spheres of a file of
 * ON-DEM's format.
 */
#ifndef GM_RESULT_ONDEM_SPRINGS_H
#define GM_RESULT_ONDEM_SPRINGS_H

#include "config/config.h"
#include "file/hdf5.h"
#include "insert/saved_grains.h"

/* Read the contacts of the spheres in *saved, whose ids are known.  Springs written by
 * Granum are used if their contact law is that of this scene; otherwise the tangential
 * force between two spheres is used.  Contacts with other bodies need springs written
 * by Granum and are omitted without.  GM_ERR_INPUT: a data set is missing or has the
 * wrong shape. */
gm_status gm_ondem_springs_read(gm_hdf5_file *file, const gm_config *config,
                                gm_saved_grains *saved);

/* Sort n integers in increasing order. */
void gm_ondem_springs_sort(int64_t *numbers, int64_t n);

#endif
