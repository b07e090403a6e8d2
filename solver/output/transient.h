/* output/transient.h -- a group in VTK's transient layout, grown by frames.
 *
 * Room: output.  May include: base.
 *
 * A frame is taken, as the file keeps it, and then appended: by another thread if one
 * likes, since taking does not touch the file and appending needs nothing but what was
 * taken.
 *
 * Grains are a PolyData: a vertex each.  All frames share one list of vertices, 0, 1, 2,
 * ..., as long as the largest frame, so every CellOffsets and ConnectivityIdOffsets is 0.
 * Contacts are an UnstructuredGrid of lines whose frames follow one another: its readers
 * find the start of a frame in Offsets by its parts, which sharing would break.
 */
#ifndef GM_OUTPUT_TRANSIENT_H
#define GM_OUTPUT_TRANSIENT_H

#include "output/table.h"

typedef enum gm_transient_kind {
  GM_TRANSIENT_GRAINS,
  GM_TRANSIENT_CONTACTS,
} gm_transient_kind;

/* One array: of the points of grains, of the cells of contacts. */
typedef struct gm_transient_array {
  const char *name, *units; /* borrowed */
  gm_table_type type;
  int width; /* numbers in a row, 1 to GM_TRANSIENT_WIDTH */
} gm_transient_array;

/* What a group is like. */
typedef struct gm_transient_form {
  gm_transient_kind kind;
  const char *group;               /* borrowed */
  const gm_transient_array *array; /* [n], borrowed until made */
  int n;                           /* <= GM_TRANSIENT_ARRAYS */
  bool single;                     /* points in single precision */
  int deflate;                     /* level */
  int64_t chunk;       /* rows in a chunk of what grows with the rows */
  int64_t frame_chunk; /* rows in a chunk of what has one row a frame */
} gm_transient_form;

/* Rows [first, first + n) of array k into `out`: double for arrays of real numbers, int64_t
 * for the others.  k -1: the points, in double; of a contact both ends, 6 numbers.  Called by
 * several threads at once. */
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

  /* One row a frame. */
  gm_table values, part, n_parts, point_offset, cell_offset, id_offset;
  gm_table array_offset[GM_TRANSIENT_ARRAYS];

  int64_t taken, capacity; /* rows of the frame on its way; room for rows */
  void
      *row[1 + GM_TRANSIENT_ARRAYS]; /* its points and arrays, in their types */
  int64_t *scratch;                  /* a block of numbers on their way */
} gm_transient;

/* Make the group and every object below it, empty.  *t must be cleared in all cases. */
gm_status gm_transient_make(gm_hdf5_file *file, const gm_transient_form *form,
                            gm_transient *t);

/* Take one frame of n rows.  Requires that the one before is appended.  GM_ERR_MEMORY:
 * nothing was taken. */
gm_status gm_transient_take(gm_transient *t, int64_t n, gm_transient_fill *fill,
                            const void *context);

/* Append the frame that was taken but for its time, which publishes it. */
gm_status gm_transient_append(gm_transient *t);

/* Append the frame's time in s. */
gm_status gm_transient_publish(gm_transient *t, double time);

/* Bring the attribute NSteps up to what is published. */
gm_status gm_transient_count(gm_transient *t);

/* Release the memory; the tables are closed with the file. */
void gm_transient_clear(gm_transient *t);

#endif
