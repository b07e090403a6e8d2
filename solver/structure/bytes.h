/* structure/bytes.h -- a file as bytes in memory.  Room: structure.  May include: base. */
#ifndef GM_STRUCTURE_BYTES_H
#define GM_STRUCTURE_BYTES_H

#include "base/status.h"
#include <stddef.h>

/* All bytes of the file, and a zero behind the last; *bytes is to be freed.
 * GM_ERR_FILE, GM_ERR_MEMORY: *bytes is null. */
gm_status gm_bytes_read(const char *path, char **bytes, size_t *size);

#endif
