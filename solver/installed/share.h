/* installed/share.h -- finds the folder share/granum of the program's own tree.
 *
 * Cases, shapes and the Python package are in it, in an installed tree as in the build
 * tree.  An installed tree may be moved, so the folder is found from the program.
 */
#ifndef GM_INSTALLED_SHARE_H
#define GM_INSTALLED_SHARE_H

#include "base/status.h"
#include <stddef.h>

/* out[0..size) receives the path of `below` in share/granum, whether it is there or not.
 * GM_ERR_FILE: the program's own folder is not known, or the path is too long. */
gm_status gm_share_path(const char *below, char *out, size_t size);

#endif
