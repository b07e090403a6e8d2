/* output/foreign.h -- what files that other programs write or read have, and ours have not.
 *
 * Room: output.  May include: base.
 *
 * Values that are one number or one text, as an attribute or as a data set, of whatever type; and
 * data sets of whatever class.  Nothing in such a file is trusted.
 */
#ifndef GM_OUTPUT_FOREIGN_H
#define GM_OUTPUT_FOREIGN_H

#include "output/table.h"

/* The number, or the text cut at `bytes`, that is the attribute `name` of the object, or the data
 * set object/name.  False: there is none, or it is not one value of that kind; then *number is
 * NaN, the text "". */
bool gm_foreign_number(gm_hdf5_file *file, const char *object, const char *name,
                       double *number);
bool gm_foreign_text(gm_hdf5_file *file, const char *object, const char *name,
                     char *text, int64_t bytes);

/* Texts of the data set `name` one after the other, each cut at `bytes`: visit gets its index.
 * False: there is no such data set of texts in one row. */
bool gm_foreign_texts(gm_hdf5_file *file, const char *name, int64_t bytes,
                      void (*visit)(void *context, int64_t i, const char *text),
                      void *context);

/* Call visit(context, path) for every group in `group`, not below; nothing where there is no such
 * group.  Stops at the first status that is not GM_OK and returns it. */
gm_status gm_foreign_groups(gm_hdf5_file *file, const char *group,
                            gm_status (*visit)(void *context, const char *path),
                            void *context);

/* Is it a data set? */
bool gm_foreign_is_set(gm_hdf5_file *file, const char *name);

/* All n rows of the data set `name`, `width` numbers each, to values [n][width], double where
 * real, else int64_t.  The data set may have integers where numbers are wanted.
 * GM_ERR_INPUT, with what was found: no such data set, other rows, another width, no numbers;
 * GM_ERR_FILE: it cannot be read. */
gm_status gm_foreign_read(gm_hdf5_file *file, const char *name, bool real,
                          int64_t n, int64_t width, void *values);

/* Rows of a data set of numbers, -1: it is none. */
int64_t gm_foreign_rows(gm_hdf5_file *file, const char *name);

/* Make a data set object/name that is one number or one text. */
gm_status gm_foreign_put_number(gm_hdf5_file *file, const char *object,
                                const char *name, double number);
gm_status gm_foreign_put_integer(gm_hdf5_file *file, const char *object,
                                 const char *name, int64_t number);
gm_status gm_foreign_put_text(gm_hdf5_file *file, const char *object,
                              const char *name, const char *text);

/* The data set `from` gets a second name: the same numbers. */
gm_status gm_foreign_alias(gm_hdf5_file *file, const char *from,
                           const char *name);

#endif
