/* file/whole.h -- is a file whole, and all its own?
 *
 * A file that is to be changed must not lead elsewhere, because HDF5 writes through
 * links, and must not be shorter than it says, because HDF5 would extend it by zeros.
 */
#ifndef GM_FILE_WHOLE_H
#define GM_FILE_WHOLE_H

#include "file/hdf5.h"

/* Test that the file is as long as it says.  GM_ERR_FILE: it is shorter, and has lost its
 * end.  A file marked as being written may be: when the disk is full HDF5 records a
 * length that it could not write. */
gm_status gm_whole_length(const char *path);

/* Test that no name in the file refers to another name or another file, and that no table
 * keeps its numbers elsewhere.  GM_ERR_FILE: one does. */
gm_status gm_whole_own(gm_hdf5_file *file);

/* Read every object's header, attributes and index of chunks.  GM_ERR_FILE: one is
 * damaged. */
gm_status gm_whole_metadata(gm_hdf5_file *file);

/* Called for rows [first, end) that cannot be read. */
typedef void gm_whole_damage(void *context, const char *table, int64_t first,
                             int64_t end);

/* Read rows [0, rows) of a table and compare them with their checksums, a chunk at a
 * time; rows whose chunk is missing count as damaged.  GM_ERR_FILE: the table itself
 * cannot be opened. */
gm_status gm_whole_read(gm_hdf5_file *file, const char *name, int64_t rows,
                        gm_whole_damage *damage, void *context);

/* Test that the stored chunks of rows [first, first + n) of the open data set `name`,
 * whose HDF5 handle is `set`, decode to their full length.  To be called before HDF5 1.10
 * reads them: with fewer bytes than a checksum has it crashes, and of a chunk that is too
 * short it copies what follows in memory.  Checksums are left to HDF5; without deflate
 * nothing is read.  Requires that the rows exist.  GM_ERR_FILE: a chunk is not whole. */
gm_status gm_whole_chunks(gm_hdf5_file *file, const char *name, int64_t set,
                          int64_t first, int64_t n);

#endif
