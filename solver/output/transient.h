/* output/transient.h -- a group of the result in VTK's transient layout, grown by frames.
 *
 * Room: output.  May include: base, scene.
 *
 * Grains are a PolyData: a vertex each.  All frames share one list of vertices, 0, 1, 2,
 * ..., as long as the largest frame, so every CellOffsets and ConnectivityIdOffsets is 0.
 * Contacts are an UnstructuredGrid of lines whose frames follow one another: its readers
 * find the start of a frame in Offsets by its parts, which sharing would break.
 */
#ifndef GM_OUTPUT_TRANSIENT_H
#define GM_OUTPUT_TRANSIENT_H

#include "output/columns.h"
#include "output/table.h"

typedef enum gm_transient_kind {
  GM_TRANSIENT_GRAINS,
  GM_TRANSIENT_CONTACTS,
} gm_transient_kind;

/* How a result is kept. */
typedef struct gm_transient_form {
  bool full;           /* all arrays, not only the standard ones          */
  bool single;         /* real numbers in single precision                */
  int deflate;         /* level                                           */
  int64_t chunk;       /* rows in a chunk of what grows with the grains   */
  int64_t frame_chunk; /* rows in a chunk of what has one row a frame     */
} gm_transient_form;

enum { GM_TRANSIENT_GROUPS = 4 }; /* of cells in a PolyData */

/* One list of cells. */
typedef struct gm_transient_cells {
  gm_table n_cells, n_ids, offsets, connectivity;
} gm_transient_cells;

typedef struct gm_transient {
  gm_transient_kind kind;
  const char *group;
  gm_hdf5_file *file; /* borrowed */

  gm_column_fill *place;
  int n; /* arrays */
  const gm_column *column[GM_COLUMNS_MAX];

  gm_table n_points, points;
  gm_transient_cells cells[GM_TRANSIENT_GROUPS]; /* contacts: the first */
  gm_table types;                                /* contacts            */
  gm_table array[GM_COLUMNS_MAX];

  /* One row a frame. */
  gm_table values, part, n_parts, point_offset, cell_offset, id_offset;
  gm_table array_offset[GM_COLUMNS_MAX];

  double *scratch; /* a block of rows on their way */
} gm_transient;

/* Make the group and every object below it, empty.  *t must be cleared in all cases. */
gm_status gm_transient_make(gm_hdf5_file *file, gm_transient_kind kind,
                            const gm_transient_form *form, gm_transient *t);

/* Append one frame of n rows but for its time, which publishes it. */
gm_status gm_transient_append(gm_transient *t, const gm_column_source *source,
                              gm_index n);

/* Append the frame's time in s. */
gm_status gm_transient_publish(gm_transient *t, double time);

/* Bring the attribute NSteps up to what is published. */
gm_status gm_transient_count(gm_transient *t);

/* Release the memory; the tables are closed with the file. */
void gm_transient_clear(gm_transient *t);

#endif
