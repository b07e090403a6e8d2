/* drive/factor_table.h -- tables of the factor of a load, from CSV files. */
#ifndef GM_DRIVE_FACTOR_TABLE_H
#define GM_DRIVE_FACTOR_TABLE_H

#include "config/config.h"

/* Read the tables of all loads that name a file into their rows, and check that times
 * increase.  GM_ERR_INPUT: errors of the config. */
gm_status gm_factor_table_read(gm_config *config);

#endif
