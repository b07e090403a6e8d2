/* result/rescue.h -- what is good of a result, in a new file.
 *
 * A power cut may leave the index of a table half written.  Its first rows can be read,
 * but HDF5 cannot shorten it, because for that it visits all of the index.  Then the rows
 * that are good go to a new file, and the damaged one is kept under another name.
 */
#ifndef GM_RESULT_RESCUE_H
#define GM_RESULT_RESCUE_H

#include "file/lengths.h"

/* Returns true if every array can be cut to f frames and `rows` rows of history. */
bool gm_rescue_is_cuttable(const gm_lengths *l, int64_t f, int64_t rows);

/* Copy the file of *l to a new one with f frames and `rows` rows of history, chunk by
 * chunk with their checksums; a chunk that is damaged or missing is an error in the new
 * file, too.  The file at its path is then called path.broken, and the new one takes its
 * place.  GM_ERR_FILE: there is a file path.broken already; the disk is full; an object
 * cannot be read.  Then nothing has changed. */
gm_status gm_rescue_copy(const gm_lengths *l, int64_t f, int64_t rows);

#endif
