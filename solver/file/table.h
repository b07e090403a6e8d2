/* file/table.h -- data sets as tables: rows of fixed shape, whose number can grow.
 *
 * Every table has its unit from the start.  Errors as in file/hdf5.h.
 */
#ifndef GM_FILE_TABLE_H
#define GM_FILE_TABLE_H

#include "file/hdf5.h"

typedef enum gm_table_type {
  GM_TABLE_DOUBLE,
  GM_TABLE_FLOAT,
  GM_TABLE_INT64,
  GM_TABLE_INT32,
  GM_TABLE_UINT8,
  GM_TABLE_TEXT, /* of fixed length: file/texts.h */
} gm_table_type;

/* What a caller expects of the numbers of a table. */
typedef enum gm_table_kind {
  GM_TABLE_INTEGERS,
  GM_TABLE_REALS,
  GM_TABLE_TEXTS,
} gm_table_kind;

/* Storage of a table. */
typedef struct gm_table_form {
  gm_table_type type;
  int rank;          /* valid numbers in size: 0, 1 or 2 */
  int64_t size[2];   /* shape of one row; 0 is legal */
  int64_t chunk;     /* rows in a chunk, >= 1 */
  int deflate;       /* compression level 0 to 9; 0: neither compressed nor
                  shuffled */
  const char *units; /* "1" where dimensionless */
} gm_table_form;

/* An open table. */
typedef struct gm_table {
  gm_hdf5_file *file; /* borrowed */
  int64_t handle;     /* HDF5's; 0: not open */
  int64_t rows;       /* now */
  int rank;           /* as in the form */
  int64_t size[2];    /* likewise */
  gm_table_type type; /* in the file */
  bool growing;       /* rows may change */
  int64_t synced,
      seen; /* rows on disk, rows at the last frame: file/settle.h */
  char name[GM_HDF5_NAME];
} gm_table;

/* Create a table without rows that can grow.  In a file that is continued
 * (gm_hdf5_is_continued) find it with its rows; GM_ERR_INPUT: it is missing, or its type
 * or shape differs. */
gm_status gm_table_make(gm_hdf5_file *file, const char *name,
                        const gm_table_form *form, gm_table *table);

/* Create a table with a final number of `rows`, write it and close it; it has chunks
 * if it has numbers. */
gm_status gm_table_put(gm_hdf5_file *file, const char *name,
                       const gm_table_form *form, gm_table_type memory,
                       int64_t rows, const void *values);

/* A group whose tables are written once and completely. */
typedef struct gm_table_parts {
  gm_hdf5_file *file;
  const char *group;
  int deflate; /* level, as of a form */
} gm_table_parts;

/* Write the table group/part with `width` numbers in each row. */
gm_status gm_table_put_part(const gm_table_parts *parts, const char *part,
                            gm_table_type type, gm_table_type memory,
                            int64_t width, const char *units, int64_t rows,
                            const void *values);

/* Open an existing table, of numbers or texts as these functions write them; everything
 * else is refused (file/door.h).  Closing a table that is not open is harmless. */
gm_status gm_table_open(gm_hdf5_file *file, const char *name, gm_table *table);

/* HDF5's handle of an existing table, with a cache for the chunk that is appended to and
 * the next one; negative: an error of HDF5. */
int64_t gm_table_handle(gm_hdf5_file *file, const char *name);

/* As gm_table_open, and test that it has `width` values of that kind in each row. */
gm_status gm_table_expect(gm_hdf5_file *file, const char *name,
                          gm_table_kind kind, int64_t width, gm_table *table);

/* Test that rows [first, first + n) exist and that the file can hold them: to be called
 * before memory is reserved for them. */
gm_status gm_table_test(const gm_table *table, int64_t first, int64_t n);
void gm_table_close(gm_table *table);

/* Numbers in one row. */
int64_t gm_table_width(const gm_table *table);

/* Bytes of a number. */
size_t gm_table_bytes(gm_table_type type);

/* Convert n numbers to the type of the table, into `out`: from double for real types,
 * from int64_t for the others. */
void gm_table_pack(gm_table_type type, int64_t n, const void *wide, void *out);

/* Append n rows from `values`, numbers of type `memory`; n may be 0. */
gm_status gm_table_append(gm_table *table, gm_table_type memory, int64_t n,
                          const void *values);

/* Read rows [first, first + n) into `values`, numbers of type `memory`. */
gm_status gm_table_read(const gm_table *table, gm_table_type memory,
                        int64_t first, int64_t n, void *values);

/* Keep only the first `rows` rows.  Requires rows <= table->rows. */
gm_status gm_table_cut(gm_table *table, int64_t rows);

#endif
