/* setup/grain_memory.h -- how much memory the grains of a run need, with their contacts
 * and frames.
 */
#ifndef GM_SETUP_GRAIN_MEMORY_H
#define GM_SETUP_GRAIN_MEMORY_H

#include "config/config.h"

/* Bytes that a grain of a dense bed needs on average, by what is written of it. */
double gm_grain_memory_each(const gm_config *config);

/* GM_ERR_INPUT, with an error at the largest source of grains: n grains need more memory
 * than there is. */
gm_status gm_grain_memory_check(gm_config *config, size_t n);

#endif
