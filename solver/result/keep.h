/* result/keep.h -- the old file is kept when a result is repaired.
 *
 * A repair never writes to the result itself: it makes a new file beside it.  When that
 * is complete and on disk, the old file gets the name path.broken and the new one takes
 * its place.  Until then a crash, a power cut or a full disk leaves the result as it was,
 * and afterwards `mv path.broken path` undoes the repair.
 */
#ifndef GM_RESULT_KEEP_H
#define GM_RESULT_KEEP_H

#include "file/claim.h"

#define GM_KEEP_SUFFIX ".broken"

/* Begin a new file for `path`, empty, with the permissions of the old one; the old one is
 * locked.  *claim must be ended in all cases.  GM_ERR_FILE: another file is called
 * path.broken already; no file can be made there. */
gm_status gm_keep_begin(const char *path, gm_claim *claim);

/* Copy the content of the old file to the new one; file systems that can do so share it.
 * GM_ERR_FILE: the disk is full, or cannot be read. */
gm_status gm_keep_copy(const gm_claim *claim);

/* Write the new file to disk, call the old one path.broken and give the new one its
 * place.  The old file is at `path` if this fails. */
gm_status gm_keep_exchange(gm_claim *claim);

#endif
