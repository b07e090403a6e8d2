/* output/columns.h -- the arrays of a frame: name, unit, shape, and the source of the
 * numbers.
 *
 * One row for each array; code that declares or writes arrays loops over these tables.
 */
#ifndef GM_OUTPUT_COLUMNS_H
#define GM_OUTPUT_COLUMNS_H

#include "measure/frame.h"
#include "scene/scene.h"

/* Type of the numbers; real ones are stored in the precision that the scene selects. */
typedef enum gm_column_kind {
  GM_COLUMN_REAL,
  GM_COLUMN_INT32,
  GM_COLUMN_INT64,
} gm_column_kind;

/* When an array is written. */
typedef enum gm_column_when {
  GM_COLUMN_ALWAYS,
  GM_COLUMN_FULL,   /* with output.arrays: full */
  GM_COLUMN_HELD,   /* if the scene holds grains */
  GM_COLUMN_HARD,   /* if grains are hard */
  GM_COLUMN_CLUMPS, /* if the scene has shapes of clumps */
  GM_COLUMN_SPENT,  /* with output.dissipation */
  GM_COLUMN_MEET,   /* if structures may meet each other */
  GM_COLUMN_HYBRID, /* if grains may be partly a continuum */
  GM_COLUMN_RESUME  /* with output.arrays: resume */
} gm_column_when;

/* The data that a frame consists of. */
typedef struct gm_column_source {
  const gm_scene *scene;
  const gm_frame_grains *grains;
  const gm_frame_contacts *contacts;
  const gm_index *point_row; /* rows of the material points by id, or null */
} gm_column_source;

/* Write rows [first, first + n) of one array to `out`, `width` numbers each: double for
 * real arrays, int64_t for the others. */
typedef void gm_column_fill(const gm_column_source *source, gm_index first,
                            gm_index n, void *out);

typedef struct gm_column {
  const char *name, *units;
  gm_column_kind kind;
  int width; /* 1, 3 or 4 */
  gm_column_when when;
  gm_column_fill *fill;
} gm_column;

enum { GM_COLUMNS_MAX = 32 }; /* upper limit of the rows of a table */

/* The arrays of grains and of contacts; *n receives their number.  Positions are
 * separate. */
const gm_column *gm_grain_columns(int *n);
const gm_column *gm_contact_columns(int *n);

/* Those of material points; the same. */
const gm_column *gm_point_columns(int *n);

/* Their positions, 3 numbers each (m). */
gm_column_fill gm_point_columns_place;

/* The arrays of clumps. */
const gm_column *gm_clump_columns(int *n);

/* Centres of grains, 3 numbers each (m). */
gm_column_fill gm_grain_columns_place;

/* Centres of mass of clumps, 3 numbers each (m). */
gm_column_fill gm_clump_columns_place;

/* Both ends of the line of each contact, 6 numbers each (m). */
gm_column_fill gm_contact_columns_ends;

#endif
