/* base/regular.h -- opens files to be read, and nothing that is not a file.
 *
 * A FIFO or a terminal makes a program that opens it wait for ever, and a device may
 * have no end.
 */
#ifndef GM_BASE_REGULAR_H
#define GM_BASE_REGULAR_H

#include "base/status.h"
#include <stddef.h>
#include <stdio.h>

/* Open the regular file or folder `path` for reading.  Null: errno says why not, EINVAL
 * that it is something else. */
FILE *gm_regular_open(const char *path);

/* The reason of that errno, in words. */
const char *gm_regular_reason(int error);

/* Test that `path` is no FIFO, device or socket; where nothing is, that is for others to
 * report.  GM_ERR_INPUT with a message otherwise. */
gm_status gm_regular_test(const char *path);

/* ---- reads a file into memory ---------------------------------------------------- */

/* Reads all bytes of the file and appends a zero byte; the caller frees *bytes.
 * GM_ERR_FILE, GM_ERR_MEMORY: *bytes is null. */
gm_status gm_regular_read(const char *path, char **bytes, size_t *size);

#endif
