/* machines/csv_table.h -- a CSV file of numbers whose first line names the columns.
 *
 * Columns may be in any order.  Blank lines, lines that begin with # and a byte order
 * mark are skipped; a line has at most 4095 bytes.  Every error message names file,
 * line and column.
 */
#ifndef GM_MACHINES_CSV_TABLE_H
#define GM_MACHINES_CSV_TABLE_H

#include "base/memory.h"
#include "config/config.h"

enum { GM_CSV_TABLE_COLUMNS = 16 };

typedef struct gm_csv_table gm_csv_table;

/* Expected content of a file, and the functions that receive it. */
typedef struct gm_csv_table_form {
  const char *row;           /* name of a row in messages: "grain" */
  const char *rows;          /* its plural: "grains" */
  const char *header;        /* names of the columns, for messages: "x, y and
                         optionally z" */
  const char *const *column; /* [n] names */
  /* number of known columns; the first n_required must be present */
  int n, n_required;
  int positive; /* known column whose values must be above 0, or -1 */
  int strict;   /* 1: unknown columns are errors */

  /* Called after the header: checks that its columns fit together.  May be null. */
  gm_status (*begin)(const gm_csv_table *sheet, int line, void *of);
  /* Called for each row: value[n], 0 for absent columns.  On GM_ERR_INPUT, with an
   * error reported, reading continues. */
  gm_status (*take)(gm_csv_table *sheet, int line, const double *value,
                    void *of);
} gm_csv_table_form;

struct gm_csv_table {
  const gm_csv_table_form *form;
  gm_config *config;
  const char *key;  /* path of the key that names the file */
  const char *file; /* path of the file as in the scene */
  /* column of the file for each known column; -1: absent */
  int at[GM_CSV_TABLE_COLUMNS];
  int n_columns; /* number of columns in the file */
  int n_faults;
  size_t capacity; /* of the list that `take` appends to */
};

/* Makes room for item n of the list that `take` appends to.  GM_ERR_MEMORY. */
#define GM_CSV_TABLE_ROOM(sheet, list, n)                                      \
  ((n) < (sheet)->capacity ? GM_OK                                             \
                           : ((sheet)->capacity = 2 * (n) + 64,                \
                              GM_RESIZE(list, n, (sheet)->capacity)))

/* Read `file`, a path relative to the folder of the scene, and pass its rows on in
 * order.  GM_ERR_INPUT: errors of the config at `key`; all wrong rows are listed up to
 * a limit.  A file without a header or without rows is an error. */
gm_status gm_csv_table_read(gm_config *config, const char *key,
                            const char *file, const gm_csv_table_form *form,
                            void *of);

/* Report an error in a line of the file.  Returns GM_ERR_INPUT. */
gm_status gm_csv_table_fault(const gm_csv_table *sheet, int line,
                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
