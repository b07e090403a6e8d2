/* output/hdf5.h -- HDF5 in calls that return a status.
 *
 * Room: output.  May include: base.
 *
 * hdf5.c is the only file of the solver that knows HDF5.  Data sets are tables: rows that
 * grow (or are fixed when made), each of `size[0] x size[1]` numbers.  Every table has its
 * unit from the start.  Texts are of fixed length, never of variable length: a file that is
 * followed while it is written allows no other.
 *
 * GM_ERR_FILE names the file, the object in it and what the system said.  HDF5 prints
 * nothing of its own, and closes nothing at exit: what is not closed here stays as the
 * last flush left it.
 */
#ifndef GM_OUTPUT_HDF5_H
#define GM_OUTPUT_HDF5_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

enum { GM_HDF5_NAME = 128 }; /* bytes of the path of an object, with its end */

typedef enum gm_hdf5_type {
  GM_HDF5_DOUBLE,
  GM_HDF5_FLOAT,
  GM_HDF5_INT64,
  GM_HDF5_INT32,
  GM_HDF5_UINT8,
} gm_hdf5_type;

typedef struct gm_hdf5_file gm_hdf5_file;

/* How a table is kept. */
typedef struct gm_hdf5_form {
  gm_hdf5_type type;
  int rank;          /* numbers in size that count: 0, 1 or 2      */
  int64_t size[2];   /* of one row; 0 is legal                     */
  int64_t chunk;     /* rows in a chunk, >= 1                      */
  int deflate;       /* level 0 to 9; 0: neither deflate nor shuffle */
  const char *units; /* "1" where dimensionless                    */
} gm_hdf5_form;

/* An open table. */
typedef struct gm_hdf5_table {
  gm_hdf5_file *file; /* borrowed                                  */
  int64_t handle;     /* HDF5's; 0: not open                       */
  int64_t rows;       /* now                                       */
  int rank;           /* as in the form                            */
  int64_t size[2];    /* likewise                                  */
  gm_hdf5_type type;  /* in the file                               */
  bool growing;       /* has chunks, so rows may change            */
  char name[GM_HDF5_NAME];
} gm_hdf5_table;

/* How to open a file.  Reading tries to follow a writer first, then plainly.  Mending opens
 * for writing, whatever a process that died has left in the file's flags. */
typedef enum gm_hdf5_way { GM_HDF5_READ, GM_HDF5_MEND } gm_hdf5_way;

/* Make the file `path`, empty; what it held is lost.  followed: in the newest format and
 * locked, as gm_hdf5_publish requires; else in the oldest, unlocked, so that after every
 * flush anyone may open it. */
gm_status gm_hdf5_create(const char *path, bool followed, gm_hdf5_file **file);
gm_status gm_hdf5_open(const char *path, gm_hdf5_way way, gm_hdf5_file **file);

/* From now on readers may follow (SWMR).  No object may be made after it.
 * GM_ERR_FILE: refused; the file can be written as before. */
gm_status gm_hdf5_publish(gm_hdf5_file *file);

gm_status gm_hdf5_flush(gm_hdf5_file *file);

/* The file is now called `path`: messages say so.  Requires a path no longer than the old. */
void gm_hdf5_moved(gm_hdf5_file *file, const char *path);

/* Did a call that writes fail?  Such a file cannot be trusted to be closed. */
bool gm_hdf5_broken(const gm_hdf5_file *file);

/* Close the file with every table of it, and set *file to null.  A broken file is left as
 * the last good flush made it: flags set, as after a crash, readers may follow. */
gm_status gm_hdf5_close(gm_hdf5_file **file);

/* --- objects ---------------------------------------------------------------- */

gm_status gm_hdf5_group(gm_hdf5_file *file, const char *group);
gm_status gm_hdf5_make(gm_hdf5_file *file, const char *name,
                       const gm_hdf5_form *form, gm_hdf5_table *table);
/* A table of `rows` rows for good, written at once and closed. */
gm_status gm_hdf5_put(gm_hdf5_file *file, const char *name,
                      const gm_hdf5_form *form, gm_hdf5_type memory,
                      int64_t rows, const void *values);
/* n texts, each in `bytes` bytes of `texts`, as a table of fixed-length strings. */
gm_status gm_hdf5_put_texts(gm_hdf5_file *file, const char *name, int64_t n,
                            int64_t bytes, const char *texts);
/* `file` gets an object `name` that stands for `object` of the file `target`, a path
 * relative to the folder of `file`. */
gm_status gm_hdf5_link(gm_hdf5_file *file, const char *name, const char *target,
                       const char *object);

/* --- attributes of `object`; writing replaces the value of one that exists ---- */

gm_status gm_hdf5_attribute_text(gm_hdf5_file *file, const char *object,
                                 const char *name, const char *text);
gm_status gm_hdf5_attribute_version(gm_hdf5_file *file, const char *object,
                                    const char *name, int major, int minor);
gm_status gm_hdf5_attribute_count(gm_hdf5_file *file, const char *object,
                                  const char *name, int64_t count);
/* The text of a fixed-length attribute, cut at `bytes`; "" when there is none. */
void gm_hdf5_text(gm_hdf5_file *file, const char *object, const char *name,
                  char *text, int64_t bytes);

/* --- tables ------------------------------------------------------------------ */

/* Is there an object of this name? */
bool gm_hdf5_has(gm_hdf5_file *file, const char *name);
gm_status gm_hdf5_table_open(gm_hdf5_file *file, const char *name,
                             gm_hdf5_table *table);
void gm_hdf5_table_close(gm_hdf5_table *table);

/* Numbers in one row. */
int64_t gm_hdf5_width(const gm_hdf5_table *table);

/* Append n rows from `values`, numbers of type `memory`; 0 rows are none. */
gm_status gm_hdf5_append(gm_hdf5_table *table, gm_hdf5_type memory, int64_t n,
                         const void *values);
/* Read rows [first, first + n) into `values`, numbers of type `memory`. */
gm_status gm_hdf5_read(const gm_hdf5_table *table, gm_hdf5_type memory,
                       int64_t first, int64_t n, void *values);
/* Keep the first `rows` rows only.  Requires rows <= table->rows. */
gm_status gm_hdf5_cut(gm_hdf5_table *table, int64_t rows);

/* The n-th text of a table of texts, cut at `bytes`. */
gm_status gm_hdf5_read_text(gm_hdf5_file *file, const char *name, int64_t n,
                            char *text, int64_t bytes);

/* Call visit(context, path) for every table below `group`, by name; groups are entered.
 * Stops at the first status that is not GM_OK and returns it. */
gm_status gm_hdf5_visit(gm_hdf5_file *file, const char *group,
                        gm_status (*visit)(void *context, const char *name),
                        void *context);

#endif
