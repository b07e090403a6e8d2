/* output/table.h -- data sets as tables: rows that grow, each of a fixed shape.
 *
 * Room: output.  May include: base.
 *
 * Every table has its unit from the start.  Texts are of fixed length, never of variable
 * length: a file that is followed while it is written allows no other.  Errors as in
 * output/hdf5.h.
 */
#ifndef GM_OUTPUT_TABLE_H
#define GM_OUTPUT_TABLE_H

#include "output/hdf5.h"

typedef enum gm_table_type {
  GM_TABLE_DOUBLE,
  GM_TABLE_FLOAT,
  GM_TABLE_INT64,
  GM_TABLE_INT32,
  GM_TABLE_UINT8,
} gm_table_type;

/* How a table is kept. */
typedef struct gm_table_form {
  gm_table_type type;
  int rank;          /* numbers in size that count: 0, 1 or 2 */
  int64_t size[2];   /* of one row; 0 is legal */
  int64_t chunk;     /* rows in a chunk, >= 1 */
  int deflate;       /* level 0 to 9; 0: neither deflate nor shuffle */
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
  char name[GM_HDF5_NAME];
} gm_table;

/* Make a table without rows, to be grown. */
gm_status gm_table_make(gm_hdf5_file *file, const char *name,
                        const gm_table_form *form, gm_table *table);

/* A table of `rows` rows for good, written at once and closed; in chunks only if it is
 * deflated. */
gm_status gm_table_put(gm_hdf5_file *file, const char *name,
                       const gm_table_form *form, gm_table_type memory,
                       int64_t rows, const void *values);

/* A group whose tables are written at once and for good. */
typedef struct gm_table_parts {
  gm_hdf5_file *file;
  const char *group;
  int deflate; /* level, as of a form */
} gm_table_parts;

/* The table group/part of `width` numbers a row. */
gm_status gm_table_put_part(const gm_table_parts *parts, const char *part,
                            gm_table_type type, gm_table_type memory,
                            int64_t width, const char *units, int64_t rows,
                            const void *values);

/* The same of n texts, each in `bytes` bytes of `texts`. */
gm_status gm_table_put_texts(gm_hdf5_file *file, const char *name, int64_t n,
                             int64_t bytes, const char *texts);

/* Open a table that exists; closing one that is not open is harmless. */
gm_status gm_table_open(gm_hdf5_file *file, const char *name, gm_table *table);
void gm_table_close(gm_table *table);

/* Numbers in one row. */
int64_t gm_table_width(const gm_table *table);

/* Bytes of a number. */
size_t gm_table_bytes(gm_table_type type);

/* n numbers as a table of that type keeps them, into `out`: from double for real types, from
 * int64_t for the others. */
void gm_table_pack(gm_table_type type, int64_t n, const void *wide, void *out);

/* Append n rows from `values`, numbers of type `memory`; 0 rows are none. */
gm_status gm_table_append(gm_table *table, gm_table_type memory, int64_t n,
                          const void *values);

/* Read rows [first, first + n) into `values`, numbers of type `memory`. */
gm_status gm_table_read(const gm_table *table, gm_table_type memory,
                        int64_t first, int64_t n, void *values);

/* Keep the first `rows` rows only.  Requires rows <= table->rows. */
gm_status gm_table_cut(gm_table *table, int64_t rows);

/* The n-th text of a table of texts, cut at `bytes`. */
gm_status gm_table_text(gm_hdf5_file *file, const char *name, int64_t n,
                        char *text, int64_t bytes);

#endif
