/* file/texts.h -- tables of texts of a fixed length: names.
 *
 * A file that is followed while it is written allows no texts of variable length.  Errors
 * as in file/hdf5.h.
 */
#ifndef GM_FILE_TEXTS_H
#define GM_FILE_TEXTS_H

#include "file/table.h"

/* Write a table of n texts, each in `bytes` bytes of `texts`. */
gm_status gm_texts_put(gm_hdf5_file *file, const char *name, int64_t n,
                       int64_t bytes, const char *texts);

/* Number of texts in a table of texts. */
gm_status gm_texts_count(gm_hdf5_file *file, const char *name, int64_t *n);

/* Read text n of a table of texts, truncated at `bytes`, without control characters. */
gm_status gm_texts_read(gm_hdf5_file *file, const char *name, int64_t n,
                        char *text, int64_t bytes);

#endif
