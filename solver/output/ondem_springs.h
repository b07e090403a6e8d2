/* output/ondem_springs.h -- contacts between the spheres of a file of ON-DEM's format.
 *
 * Room: output.  May include: base, config, scene.
 */
#ifndef GM_OUTPUT_ONDEM_SPRINGS_H
#define GM_OUTPUT_ONDEM_SPRINGS_H

#include "config/config.h"
#include "output/hdf5.h"
#include "scene/bed.h"

/* Read the contacts of the bed, which has its ids: our own springs where they are of the law of
 * this scene, else what is known of the tangential forces between two spheres.  Contacts with
 * bodies that are no spheres have our own springs or are left out.
 * GM_ERR_INPUT: a data set is missing, or of another shape than it should be. */
gm_status gm_ondem_springs_read(gm_hdf5_file *file, const gm_config *config,
                                gm_bed *bed);

/* Sort n numbers. */
void gm_ondem_springs_sort(int64_t *numbers, int64_t n);

#endif
