/* output/ondem_file.h -- the spheres of a file in the exchange format of ON-DEM.
 *
 * Room: output.  May include: base, config, scene.
 */
#ifndef GM_OUTPUT_ONDEM_FILE_H
#define GM_OUTPUT_ONDEM_FILE_H

#include "config/config.h"
#include "scene/bed.h"

/* Read the spheres, and contacts between them with their springs, of the file that source
 * number `source` of the config names; output/ondem.h lists what is read.  *bed must be
 * cleared in all cases.  A fault (GM_ERR_INPUT) names the file, the data set, and what is wrong with
 * it. */
gm_status gm_ondem_file_read(gm_config *config, size_t source, gm_bed *bed);

#endif
