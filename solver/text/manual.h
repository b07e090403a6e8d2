/* text/manual.h -- the manual of the scene file, printed from the key table.
 */
#ifndef GM_TEXT_MANUAL_H
#define GM_TEXT_MANUAL_H

#include "base/status.h"
#include "config/keys.h"
#include <stdio.h>

/* Print the keys at and below `path` (null: all), as text or as a JSON array of rows with
 * path, kind, unit, required, default, min, max, min_open, max_open, choices, one_of,
 * shorthand, sentence, optional, bounds (in words), units, needed_by, only_with and
 * together; null or "" where a row has none.  min and max are null where there is no
 * bound.  Items may be named in `path` as in a scene: structures.blade.motion[0].
 *
 * GM_ERR_INPUT: no key has that path; the message names the nearest.  Nothing is printed.
 * GM_ERR_FILE: `out` cannot be written. */
gm_status gm_manual_print(FILE *out, const char *path, bool json);

/* Print the members of that JSON object but path, each after a comma. */
void gm_manual_put_key(FILE *out, const gm_key *key);

/* Print `text` as a JSON string. */
void gm_manual_put_text(FILE *out, const char *text);

#endif
