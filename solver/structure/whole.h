/* structure/whole.h -- does a PLY or OFF file hold what its head promises?
 *
 * Room: structure.  May include: base.
 *
 * The library that reads them (import.h) takes a file that is cut off, or whose corners
 * are not there, for what is left of it.  Here every number is stepped over once.
 */
#ifndef GM_STRUCTURE_WHOLE_H
#define GM_STRUCTURE_WHOLE_H

#include "base/status.h"

/* GM_ERR_INPUT: the head is wrong, the file ends early or goes on after its end, a corner
 * is none of its points; the message says where and what.  Files that begin otherwise
 * (COFF, ...) are left to the reader.  GM_ERR_FILE, GM_ERR_MEMORY. */
gm_status gm_whole_ply(const char *path);
gm_status gm_whole_off(const char *path);

#endif
