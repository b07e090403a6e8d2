/* result/saved_grains_file.h -- reads the grains of one frame of an earlier result.
 */
#ifndef GM_RESULT_SAVED_GRAINS_FILE_H
#define GM_RESULT_SAVED_GRAINS_FILE_H

#include "config/config.h"
#include "insert/saved_grains.h"

/* Read the grains that source number `source` of the config names, one array at a time
 * to save memory.  *saved must be cleared in all cases.  GM_ERR_INPUT, with an error
 * message: no such file, not a result, or no such frame. */
gm_status gm_saved_grains_file_read(gm_config *config, size_t source,
                                    gm_saved_grains *saved);

#endif
