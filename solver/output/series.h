/* output/series.h -- the history: balances and loads over time, one row every few
 * steps.
 *
 * Rows are collected in memory and written in batches; while one thread writes one set
 * of rows, the other set is filled.  The array `time` is written last, so that its
 * length is the number of rows that every array of the group has.
 */
#ifndef GM_OUTPUT_SERIES_H
#define GM_OUTPUT_SERIES_H

#include "file/table.h"
#include "measure/measure.h"
#include "scene/scene.h"

enum {
  GM_SERIES_COLUMNS = 96 + 4 * GM_SENSORS_MAX + 2 * GM_CONFIG_SINKS,
  GM_SERIES_ROWS = 256
};

typedef struct gm_series {
  int n;       /* arrays */
  int waiting; /* rows in the set being filled, <= GM_SERIES_ROWS */
  int taken;   /* rows in the set being written */
  int filled;  /* index of the set being filled: 0 or 1 */
  gm_index n_structures;
  gm_surface_sum *sum; /* [structures] sums of contacts; null: not summed */
  gm_table array[GM_SERIES_COLUMNS];
  double *row[2][GM_SERIES_COLUMNS]; /* [GM_SERIES_ROWS, width], or int64_t */
} gm_series;

/* Create the group and its arrays for the structures, sensors and sinks of the scene.
 * *s must be cleared in all cases. */
gm_status gm_series_make(gm_hdf5_file *file, const gm_scene *scene,
                         gm_series *s);

/* Add a row in memory; energy_error in J. Requires waiting < GM_SERIES_ROWS. */
void gm_series_append(gm_series *s, const gm_scene *scene,
                      const gm_measure *measure, double energy_error);

/* Swap the two sets, so that gm_series_write writes the rows collected so far.
 * Requires that the other set has been written. */
void gm_series_take(gm_series *s);

/* Write the swapped set to the file; another thread may add rows meanwhile. */
gm_status gm_series_write(gm_series *s);

/* Rows of `rows` rows in the last chunk of each table, if that is not full.  It is
 * written again with each batch, so that a process which dies at that moment may leave
 * it without a valid checksum; a checkpoint keeps a copy of these rows. */
GM_INLINE int gm_series_tail(int64_t rows)
{
  return (int)(rows % GM_SERIES_ROWS);
}

typedef struct gm_series_rows {
  const char *name; /* of the array */
  gm_table_type type;
  int64_t rows, width;
  void *values; /* [rows, width] */
} gm_series_rows;

/* *tail receives these rows of array k, read from the file (restores = 0, k = 0 first;
 * nothing waits), or room for them, after which they wait (restores = 1).  After the
 * last array name is null. */
gm_status gm_series_column(gm_series *s, int64_t rows, int k, int restores,
                           gm_series_rows *tail);

/* Protect rows that are on disk, see file/table.h; and note that all are. */
gm_status gm_series_settle(gm_series *s, bool *touched);
void gm_series_mark(gm_series *s);

void gm_series_clear(gm_series *s);

#endif
