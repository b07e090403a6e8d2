/* text/key_page.h -- the manual of the scene file as a page of HTML in one file.
 */
#ifndef GM_TEXT_KEY_PAGE_H
#define GM_TEXT_KEY_PAGE_H

#include "config/keys.h"
#include <stdio.h>

/* Print head and list of groups; then rows; then the end. `path`: that of the keys that
 * follow, or null.  `kind`: the name of the key's kind. */
void gm_key_page_begin(FILE *out, const char *path);
void gm_key_page_row(FILE *out, const gm_key *key, const char *kind);
void gm_key_page_end(FILE *out);

#endif
