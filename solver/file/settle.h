/* file/settle.h -- what a power cut may not take: rows that were on disk already.
 *
 * The system writes to disk in any order.  A chunk that is partly filled is written
 * anew when rows are added, mostly to another place, and the index of the table then
 * refers to that place.  If the index reaches the disk and the chunk does not, rows are
 * lost that had been there long before.  So where such a chunk has rows that were
 * synchronised, its new content must be on disk before the index is written: the table
 * is closed and opened, which makes HDF5 write its chunks and nothing else.
 */
#ifndef GM_FILE_SETTLE_H
#define GM_FILE_SETTLE_H

#include "file/table.h"

/* Write the chunks of a table if rows that were synchronised share one with rows appended
 * since the last call; *touched becomes true then, and the file must be synchronised
 * before the next gm_hdf5_flush. */
gm_status gm_settle_table(gm_table *table, bool *touched);

/* All rows are on disk now. */
void gm_settle_mark(gm_table *table);

#endif
