/* import/check_file.h -- is a PLY, OFF or OBJ file complete?
 *
 * Assimp (import.h) accepts truncated files and missing corners without an error, or
 * drops the faces.  This check steps over every number of the file once.
 */
#ifndef GM_IMPORT_CHECK_FILE_H
#define GM_IMPORT_CHECK_FILE_H

#include "base/status.h"

/* GM_ERR_INPUT: the header is wrong, the file ends early or continues after its end, or
 * a corner refers to a point that does not exist; the message states place and reason.
 * Other variants (COFF, ...) are not checked.  GM_ERR_FILE, GM_ERR_MEMORY. */
gm_status gm_check_file_ply(const char *path);
gm_status gm_check_file_off(const char *path);

/* The same of the faces of an OBJ file: each number of a point, a texture coordinate or a
 * normal refers to one of the file. */
gm_status gm_check_file_obj(const char *path);

#endif
