/* output/series.h -- the history: balances and loads against time, a row every few steps.
 *
 * Room: output.  May include: base, scene.
 *
 * Rows wait in memory until they are flushed; `time` is written last, so its length is
 * the number of rows that every array of the group has.
 */
#ifndef GM_OUTPUT_SERIES_H
#define GM_OUTPUT_SERIES_H

#include "output/table.h"
#include "scene/frame.h"
#include "scene/scene.h"

enum { GM_SERIES_COLUMNS = 56 + 4 * GM_GAUGES_MAX, GM_SERIES_ROWS = 256 };

typedef struct gm_series {
  int n;       /* arrays */
  int waiting; /* rows */
  gm_index n_structures;
  gm_table array[GM_SERIES_COLUMNS];
  double *row[GM_SERIES_COLUMNS]; /* [GM_SERIES_ROWS, width], or int64_t */
} gm_series;

/* Make the group and its arrays, for the structures and gauges of the scene.  *s must be
 * cleared in all cases. */
gm_status gm_series_make(gm_hdf5_file *file, const gm_scene *scene,
                         gm_series *s);

/* Add a row; energy_error in J.  When GM_SERIES_ROWS wait they are written. */
gm_status gm_series_append(gm_series *s, const gm_scene *scene,
                           const gm_measure *measure, double energy_error);

/* Write the rows that wait. */
gm_status gm_series_write(gm_series *s);

void gm_series_clear(gm_series *s);

#endif
