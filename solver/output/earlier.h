/* output/earlier.h -- the scene that a result was made from.
 *
 * Room: output.  May include: base, config.
 */
#ifndef GM_OUTPUT_EARLIER_H
#define GM_OUTPUT_EARLIER_H

#include "config/config.h"
#include "output/result.h"

enum { GM_EARLIER_LAW = 96 }; /* bytes of the name of a law */

/* Read the effective scene of a result; files that it names may be gone, and faults do not
 * matter.  *config must be cleared in all cases.  GM_ERR_FILE, GM_ERR_MEMORY. */
gm_status gm_earlier_scene(const gm_result *result, gm_config *config);

/* What springs depend on, as a text: two runs whose texts are the same understand each other's. */
void gm_earlier_law(const gm_config *config, char law[GM_EARLIER_LAW]);

#endif
