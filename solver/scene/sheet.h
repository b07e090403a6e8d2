/* scene/sheet.h -- a CSV file of numbers, whose first line names the columns.
 *
 * Room: scene.  May include: base, config.
 *
 * Columns stand in any order.  Blank lines, lines that begin with # and a byte order mark
 * are skipped; a line has at most 4095 bytes.  Every fault names file, line and column.
 */
#ifndef GM_SCENE_SHEET_H
#define GM_SCENE_SHEET_H

#include "config/config.h"

enum { GM_SHEET_COLUMNS = 16 };

typedef struct gm_sheet gm_sheet;

/* What a file holds, and who takes it. */
typedef struct gm_sheet_form {
  const char *row;           /* what a row is: "grain" */
  const char *rows;          /* and many: "grains" */
  const char *header;        /* what the header says: "x, y, and may name z" */
  const char *const *column; /* [n] names */
  int n, n_required;         /* the first ones must be there */
  int positive;              /* column that is above 0, or -1 */
  int strict;                /* other columns are faults */

  /* The header was read: are its columns good together?  Or null. */
  gm_status (*begin)(const gm_sheet *sheet, int line, void *of);
  /* A row was read: value[n], 0 in columns that are not there.  GM_ERR_INPUT: a fault was
   * told, and the reading goes on. */
  gm_status (*take)(const gm_sheet *sheet, int line, const double *value,
                    void *of);
} gm_sheet_form;

struct gm_sheet {
  const gm_sheet_form *form;
  gm_config *config;
  const char *key;          /* path of the key that names the file */
  const char *file;         /* as the key says it */
  int at[GM_SHEET_COLUMNS]; /* column of the file, -1: not there */
  int n_columns;            /* of the file */
  int n_faults;
};

/* Read `file`, relative to the scene's folder, and hand over its rows in order.
 *
 * GM_ERR_INPUT: faults of the config at `key`; all rows that are wrong are listed, as far as
 * faults are shown.  A file without a header or without a row is one. */
gm_status gm_sheet_read(gm_config *config, const char *key, const char *file,
                        const gm_sheet_form *form, void *of);

/* A fault in a line of the sheet.  GM_ERR_INPUT. */
gm_status gm_sheet_fault(const gm_sheet *sheet, int line, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

#endif
