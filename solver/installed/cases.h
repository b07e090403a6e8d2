/* installed/cases.h -- the cases that come with the program, by name.
 */
#ifndef GM_INSTALLED_CASES_H
#define GM_INSTALLED_CASES_H

#include "base/status.h"
#include <stddef.h>
#include <stdio.h>

/* If `scene` is the name of a case and no file here, out[0..size) receives the folder of
 * the case and is returned; otherwise `scene` is returned. */
const char *gm_cases_find(const char *scene, char *out, size_t size);

/* Print name and title of all cases, in the order of names.  GM_ERR_FILE: there is no
 * folder of cases, or `out` cannot be written. */
gm_status gm_cases_print(FILE *out);

#endif
