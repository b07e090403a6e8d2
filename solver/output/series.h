/* output/series.h -- the history: balances and loads against time, a row every few steps.
 *
 * Room: output.  May include: base, scene.
 *
 * Rows wait in memory until they are taken and written; one set is filled while another
 * thread writes the other.  `time` is written last, so its length is the number of rows
 * that every array of the group has.
 */
#ifndef GM_OUTPUT_SERIES_H
#define GM_OUTPUT_SERIES_H

#include "output/table.h"
#include "scene/frame.h"
#include "scene/scene.h"
#include "scene/sums.h"

enum {
  GM_SERIES_COLUMNS = 82 + 4 * GM_GAUGES_MAX + 2 * GM_CONFIG_SINKS,
  GM_SERIES_ROWS = 256
};

typedef struct gm_series {
  int n;       /* arrays */
  int waiting; /* rows in the set that is filled, <= GM_SERIES_ROWS */
  int taken;   /* rows in the other, to be written */
  int filled;  /* which set: 0 or 1 */
  gm_index n_structures;
  gm_sum *sum; /* [structures] of what contacts did; null: it is not summed */
  gm_table array[GM_SERIES_COLUMNS];
  double *row[2][GM_SERIES_COLUMNS]; /* [GM_SERIES_ROWS, width], or int64_t */
} gm_series;

/* Make the group and its arrays, for the structures and gauges of the scene.  *s must be
 * cleared in all cases. */
gm_status gm_series_make(gm_hdf5_file *file, const gm_scene *scene,
                         gm_series *s);

/* Add a row; energy_error in J.  Requires waiting < GM_SERIES_ROWS. */
void gm_series_append(gm_series *s, const gm_scene *scene,
                      const gm_measure *measure, double energy_error);

/* Take the rows that wait, for gm_series_write.  Requires that what was taken before is
 * written. */
void gm_series_take(gm_series *s);

/* Write the rows that were taken; rows may be added meanwhile by another thread. */
gm_status gm_series_write(gm_series *s);

void gm_series_clear(gm_series *s);

#endif
