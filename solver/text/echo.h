/* text/echo.h -- the effective scene as text: every key with its value, in SI.
 */
#ifndef GM_TEXT_ECHO_H
#define GM_TEXT_ECHO_H

#include "config/config.h"

/* Write *config as a scene file in *text, which the caller releases with free().
 *
 * Reading it gives the same config, doubles to the bit.  A number has a point and a
 * signed exponent (5.0e+6), as few digits as give the same double back, and is a number
 * to every YAML reader.  Of a one-of only the chosen branch is written; grains that were
 * read from a file are written themselves, so the text stands alone.
 * GM_ERR_MEMORY: *text is null. */
gm_status gm_echo_scene(const gm_config *config, char **text);

/* x as above in `text` of at least 32 bytes; ".inf", ".nan". */
void gm_echo_number(double x, char *text);

#endif
