/* result/ondem_file.h -- reads the spheres of a file in the exchange format of ON-DEM.
 */
#ifndef GM_RESULT_ONDEM_FILE_H
#define GM_RESULT_ONDEM_FILE_H

#include "config/config.h"
#include "insert/saved_grains.h"

/* Read the spheres and the contacts between them, with their springs, of the file that
 * source number `source` of the config names; file/ondem.h lists the fields.  *saved must
 * be cleared in all cases.  GM_ERR_INPUT, with an error message that names the file,
 * the data set and what is wrong with it. */
gm_status gm_ondem_file_read(gm_config *config, size_t source,
                             gm_saved_grains *saved);

#endif
