/* output/bed_file.h -- the grains of a frame of an earlier result.
 *
 * Room: output.  May include: base, config, scene.
 */
#ifndef GM_OUTPUT_BED_FILE_H
#define GM_OUTPUT_BED_FILE_H

#include "config/config.h"
#include "scene/bed.h"

/* Read the grains that source number `source` of the config, a result, names; one array
 * after the other, so that little more is held than the bed.  *bed must be cleared in all
 * cases.  A fault (GM_ERR_INPUT): no such file, no result, no such frame. */
gm_status gm_bed_file_read(gm_config *config, size_t source, gm_bed *bed);

#endif
