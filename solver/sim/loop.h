/* sim/loop.h -- tests whether a result may be written.
 */
#ifndef GM_SIM_LOOP_H
#define GM_SIM_LOOP_H

#include "sim/sim.h"

/* GM_ERR_INPUT, with a message: the result `path` cannot be written, or it exists and
 * `replace` is 0. */
gm_status gm_loop_may_write(const char *path, int replace);

#endif
