/* output/transient.h -- a group of the result file in VTK's transient layout, extended
 * frame by frame.
 *
 * A frame is first copied into memory in the form in which the file stores it, and then
 * appended.  The copy does not touch the file and appending needs nothing but the copy,
 * so that another thread may append.
 *
 * Grains are a PolyData with one vertex each.  All frames share one list of vertices 0,
 * 1, 2, ...  that is as long as the largest frame, so that every CellOffsets and
 * ConnectivityIdOffsets is 0.  Contacts are an UnstructuredGrid of lines whose frames
 * follow one another: VTK's readers find the start of a frame in Offsets from the
 * number of its parts, which sharing would break.
 */
#ifndef GM_OUTPUT_TRANSIENT_H
#define GM_OUTPUT_TRANSIENT_H

#include "file/table.h"

typedef enum gm_transient_kind {
  GM_TRANSIENT_GRAINS,
  GM_TRANSIENT_CONTACTS,
} gm_transient_kind;

/* One array: of the points of grains, or of the cells of contacts. */
typedef struct gm_transient_array {
  const char *name, *units; /* borrowed */
  gm_table_type type;
  int width; /* numbers in a row, 1 to GM_TRANSIENT_WIDTH */
} gm_transient_array;

/* Layout of a group. */
typedef struct gm_transient_form {
  gm_transient_kind kind;
  const char *group;               /* borrowed */
  const gm_transient_array *array; /* [n], borrowed during gm_transient_make */
  int n;                           /* <= GM_TRANSIENT_ARRAYS */
  bool single;                     /* points in single precision */
  int deflate;                     /* level */
  int64_t chunk; /* rows in a chunk of arrays with one row for each grain or
                    contact */
  int64_t frame_chunk; /* rows in a chunk of arrays with one row for each
                          frame */
} gm_transient_form;

/* Write rows [first, first + n) of array k to `out`: double for arrays of real numbers,
 * int64_t for the others.  k = -1: the points, in double; for contacts both ends, 6
 * numbers.  Called by several threads at once. */
typedef void gm_transient_fill(const void *context, int k, int64_t first,
                               int64_t n, void *out);

enum {
  GM_TRANSIENT_GROUPS = 4,  /* of cells in a PolyData   */
  GM_TRANSIENT_ARRAYS = 32, /* at most                  */
  GM_TRANSIENT_WIDTH = 9,   /* numbers in a row, at most */
};

/* One list of cells. */
typedef struct gm_transient_cells {
  gm_table n_cells, n_ids, offsets, connectivity;
} gm_transient_cells;

typedef struct gm_transient {
  gm_transient_kind kind;
  const char *group;
  gm_hdf5_file *file; /* borrowed */

  int n; /* arrays */

  gm_table n_points, points;
  gm_transient_cells cells[GM_TRANSIENT_GROUPS]; /* contacts: the first */
  gm_table types;                                /* contacts */
  gm_table array[GM_TRANSIENT_ARRAYS];

  /* One row for each frame. */
  gm_table values, part, n_parts, point_offset, cell_offset, id_offset;
  gm_table array_offset[GM_TRANSIENT_ARRAYS];

  int64_t taken, capacity; /* rows of the copied frame, rows allocated */
  void *row[1 + GM_TRANSIENT_ARRAYS]; /* its points and arrays, as stored */
  int64_t *scratch;                   /* a block of numbers being appended */
} gm_transient;

/* Create the group and every object below it, empty; in a file that is continued, find
 * them.  *t must be cleared in all cases. */
gm_status gm_transient_make(gm_hdf5_file *file, const gm_transient_form *form,
                            gm_transient *t);

/* Copy one frame of n rows into memory.  Requires that the frame before is appended.
 * On GM_ERR_MEMORY nothing was copied. */
gm_status gm_transient_take(gm_transient *t, int64_t n, gm_transient_fill *fill,
                            const void *context);

/* Append the copied frame except its time. */
gm_status gm_transient_append(gm_transient *t);

/* Append the time of the frame in s, which makes it visible to readers. */
gm_status gm_transient_publish(gm_transient *t, double time);

/* Protect rows that are on disk, see file/table.h; and note that all are. */
gm_status gm_transient_settle(gm_transient *t, bool *touched);
void gm_transient_mark(gm_transient *t);

/* Set the attribute NSteps to the number of published frames. */
gm_status gm_transient_count(gm_transient *t);

/* Release the memory; the tables are closed with the file. */
void gm_transient_clear(gm_transient *t);

#endif
