/* file/claim.h -- one writer for a file: names, locks, temporary files.
 *
 * A program that writes a file holds a lock on it as long as it lives, and one that
 * replaces a file holds the lock of the file that is replaced.  The lock is on a byte
 * far behind the content, so that programs that read, and HDF5, which locks whole files,
 * do not notice it.  Where the file system has no locks, there is none.
 *
 * A new file is made under a temporary name that cannot be guessed, in the
 * folder of its final one, and renamed when it is complete.  Only regular files are
 * replaced: no device, FIFO, socket, folder or symbolic link.
 */
#ifndef GM_FILE_CLAIM_H
#define GM_FILE_CLAIM_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

enum { GM_CLAIM_PATH = 4096 };

typedef struct gm_claim {
  int old; /* descriptor of the file that is replaced, locked; -1: there is none */
  int fd; /* of the file that is written, locked; -1: none */
  char path[GM_CLAIM_PATH];
  char temporary[GM_CLAIM_PATH + 64]; /* "": there is none */
} gm_claim;

/* Test that a file can be made at `path`: its folder exists, and nothing is there but a
 * regular file that is not being written and, unless `replace`, no file at all.
 * GM_ERR_INPUT with a message otherwise. */
gm_status gm_claim_test(const char *path, bool replace);

/* The same, and create c->temporary, empty; a regular file at `path` is locked until
 * gm_claim_end.  *c must be ended in all cases. */
gm_status gm_claim_begin(const char *path, bool replace, gm_claim *c);

/* Take the existing regular file `path` to write on in it.  *c must be ended in all
 * cases.  GM_ERR_INPUT: there is none, or another program is writing it. */
gm_status gm_claim_existing(const char *path, gm_claim *c);

/* Test that no reader has locked the existing file as a whole: HDF5 does not open such a
 * file for writing.  GM_ERR_INPUT: one has. */
gm_status gm_claim_unused(const gm_claim *c);

/* Returns why readers cannot follow the file while it is written, or null.  Network file
 * systems do not preserve the order of writes, on which SWMR depends. */
const char *gm_claim_unfollowable(const gm_claim *claim);

/* Write the temporary file to disk and rename it to c->path; the lock on it stays.
 * GM_ERR_INPUT: another file has appeared there meanwhile; GM_ERR_FILE: the system
 * refuses.  In both cases the file at c->path is unchanged. */
gm_status gm_claim_publish(gm_claim *c);

/* Wait until what was written is on disk.  GM_ERR_FILE: the disk reports an error. */
gm_status gm_claim_sync(const gm_claim *c);

/* The same for the content alone: what is written later reaches the disk later. */
gm_status gm_claim_barrier(const gm_claim *c);

/* Release the locks, and remove the temporary file if it was not published. */
void gm_claim_end(gm_claim *c);

/* Returns true if the file system can lock the file `path` as a whole, or if this cannot
 * be determined. */
bool gm_claim_lockable(const char *path);

#endif
