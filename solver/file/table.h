/* file/table.h -- data sets as tables: rows of fixed shape, whose number can grow.
 *
 * Every table has its unit from the start.  Errors as in file/hdf5.h.
 */
#ifndef GM_FILE_TABLE_H
#define GM_FILE_TABLE_H

#include "base/vec3.h"
#include "file/hdf5.h"

typedef enum gm_table_type {
  GM_TABLE_DOUBLE,
  GM_TABLE_FLOAT,
  GM_TABLE_INT64,
  GM_TABLE_INT32,
  GM_TABLE_UINT8,
  GM_TABLE_TEXT, /* of fixed length */
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
  gm_hdf5_file *file;   /* borrowed */
  int64_t handle;       /* HDF5's; 0: not open */
  int64_t rows;         /* now */
  int rank;             /* as in the form */
  int64_t size[2];      /* likewise */
  gm_table_type type;   /* in the file */
  bool growing;         /* rows may change */
  int64_t synced, seen; /* rows on disk, rows at the last frame */
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

/* ---- tables of texts of a fixed length: names ------------------------------------ */

/* A file that is followed while it is written allows no texts of variable length.  Errors
 * as in file/hdf5.h. */

/* Write a table of n texts, each in `bytes` bytes of `texts`. */
gm_status gm_table_put_texts(gm_hdf5_file *file, const char *name, int64_t n,
                             int64_t bytes, const char *texts);

/* Number of texts in a table of texts. */
gm_status gm_table_count_texts(gm_hdf5_file *file, const char *name,
                               int64_t *n);

/* Read text n of a table of texts, truncated at `bytes`, without control characters. */
gm_status gm_table_read_texts(gm_hdf5_file *file, const char *name, int64_t n,
                              char *text, int64_t bytes);

/* ---- what a power cut may not take: rows that were on disk already --------------- */

/* The system writes to disk in any order.  A chunk that is partly filled is written
 * anew when rows are added, mostly to another place, and the index of the table then
 * refers to that place.  If the index reaches the disk and the chunk does not, rows are
 * lost that had been there long before.  So where such a chunk has rows that were
 * synchronised, its new content must be on disk before the index is written: the table
 * is closed and opened, which makes HDF5 write its chunks and nothing else. */

/* Write the chunks of a table if rows that were synchronised share one with rows appended
 * since the last call; *touched becomes true then, and the file must be synchronised
 * before the next gm_hdf5_flush. */
gm_status gm_table_settle(gm_table *table, bool *touched);

/* All rows are on disk now. */
void gm_table_mark(gm_table *table);

/* ---- writes points and cells that never change in VTK's layout ------------------- */

/* A static VTKHDF PolyData 2.0 without arrays; the caller adds these. */

typedef enum gm_polydata_kind {
  GM_POLYDATA_VERTICES,
  GM_POLYDATA_POLYGONS,
} gm_polydata_kind;

/* Cell k has the points corner[offset[k]] to corner[offset[k + 1] - 1]. */
typedef struct gm_polydata {
  int64_t n_points;
  const gm_vec3 *points; /* [n_points] m */
  gm_polydata_kind kind; /* of the cells */
  int64_t n, n_corners;
  const int64_t *offset; /* [n + 1]      */
  const int64_t *corner; /* [n_corners]  */
} gm_polydata;

/* Write the group with points, cells and empty groups for their arrays.  single: points
 * in single precision.  After GM_ERR_FILE the file is unusable. */
gm_status gm_table_put_polydata(const gm_table_parts *to, bool single,
                                const gm_polydata *data);

#endif
