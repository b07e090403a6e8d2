/* import/bytes.h -- reads a file into memory. */
#ifndef GM_IMPORT_BYTES_H
#define GM_IMPORT_BYTES_H

#include "base/status.h"
#include <stddef.h>

/* Reads all bytes of the file and appends a zero byte; the caller frees *bytes.
 * GM_ERR_FILE, GM_ERR_MEMORY: *bytes is null. */
gm_status gm_bytes_read(const char *path, char **bytes, size_t *size);

#endif
