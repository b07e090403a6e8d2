/* file/foreign.h -- HDF5 access for files that other programs write.
 *
 * Such files store single numbers and texts as attributes or as data sets, of any type,
 * and data sets in any layout.  Nothing in such a file is trusted.
 */
#ifndef GM_FILE_FOREIGN_H
#define GM_FILE_FOREIGN_H

#include "file/table.h"

/* Read the number, or the text truncated at `bytes`, that is the attribute `name` of
 * the object or the data set object/name.  Returns false if there is none or it is not
 * a single value of that kind; then *number is NaN, the text "". */
bool gm_foreign_number(gm_hdf5_file *file, const char *object, const char *name,
                       double *number);
bool gm_foreign_text(gm_hdf5_file *file, const char *object, const char *name,
                     char *text, int64_t bytes);

/* Call visit for every text of the data set `name` with its index, each truncated at
 * `bytes`.  Returns false if there is no such one-dimensional data set of texts. */
bool gm_foreign_texts(gm_hdf5_file *file, const char *name, int64_t bytes,
                      void (*visit)(void *context, int64_t i, const char *text),
                      void *context);

/* Call visit(context, path) for every direct subgroup of `group`; nothing happens if
 * there is no such group.  Stops at the first status other than GM_OK and returns it. */
gm_status gm_foreign_groups(gm_hdf5_file *file, const char *group,
                            gm_status (*visit)(void *context, const char *path),
                            void *context);

/* Returns true if `name` is a data set. */
bool gm_foreign_is_set(gm_hdf5_file *file, const char *name);

/* Read all n rows of the data set `name`, `width` numbers each, to values [n][width],
 * as double if `real`, else int64_t.  Integers in the file may be read as real numbers.
 * GM_ERR_INPUT, with a message that says what was found: no such data set, or wrong
 * rows, width or type; GM_ERR_FILE: it cannot be read. */
gm_status gm_foreign_read(gm_hdf5_file *file, const char *name, bool real,
                          int64_t n, int64_t width, void *values);

/* Rows of a data set of numbers; -1 if it is not one, or larger than the file can
 * hold. */
int64_t gm_foreign_rows(gm_hdf5_file *file, const char *name);

#endif
