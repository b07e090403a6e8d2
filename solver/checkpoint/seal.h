/* checkpoint/seal.h -- a file that is either whole or refused.
 *
 * A file is written under an unpredictable, exclusive name beside its place, closed by
 * its length and a checksum of all its bytes, and brought to the disk before it takes
 * the place of the file before, which is kept as NAME.old.  Whatever moment the process
 * or the machine dies at, NAME or NAME.old is whole; any change of a bit is found.
 */
#ifndef GM_CHECKPOINT_SEAL_H
#define GM_CHECKPOINT_SEAL_H

#include "base/status.h"
#include <stdint.h>

enum { GM_SEAL_PATH = 4096 };

/* CRC-64 of `bytes` bytes, continued from `crc`, 0 at the start (ECMA-182, reflected, as
 * in the .xz format): it finds every change of up to 64 neighbouring bits. */
uint64_t gm_seal_crc(uint64_t crc, const void *data, size_t bytes);

/* Make an empty file beside `path`; temporary[GM_SEAL_PATH] receives its name, and *lock
 * a descriptor that marks it as in use until gm_seal_place or gm_seal_drop.  Files that
 * died processes left there are removed.  GM_ERR_FILE, GM_ERR_INPUT. */
gm_status gm_seal_begin(const char *path, char *temporary, int *lock);

/* Append the seal to the file, write it to the disk, and give it the name `path`; what
 * had this name is now called path.old.  On error both are as before. */
gm_status gm_seal_place(const char *path, const char *temporary, int *lock);

/* Remove the temporary file. */
void gm_seal_drop(const char *temporary, int *lock);

/* Read the whole file and compare it with its seal; *bytes, which may be null, receives
 * the bytes before the seal.  GM_ERR_INPUT: it does not exist, is not a regular file, or
 * is damaged. */
gm_status gm_seal_check(const char *path, int64_t *bytes);

/* Returns 1 if `path` does not exist, or is a regular file that ends with a seal: such a
 * file may be replaced. */
int gm_seal_replaceable(const char *path);

#endif
