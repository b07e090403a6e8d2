/* output/surface_sums.h -- what contacts did to surfaces, frame by frame.
 *
 * Room: output.  May include: base, scene.
 *
 * A number for each cell of the structures' surfaces (output/surfaces.h): of a triangle its own, of
 * a polygon of a primitive the part of its patch that its area has, so that sums over cells are those
 * of the structure.
 */
#ifndef GM_OUTPUT_SURFACE_SUMS_H
#define GM_OUTPUT_SURFACE_SUMS_H

#include "output/table.h"
#include "scene/collisions.h"
#include "scene/sums.h"

enum { GM_SURFACE_SUMS_COLUMNS = 11 };

/* Which place the cells of the surfaces show. */
typedef struct gm_surface_cells {
  int64_t n;
  gm_index *structure, *place; /* [n] */
  double *share;               /* [n] 1  of the place's sums */
} gm_surface_cells;

typedef struct gm_surface_sums {
  gm_surface_cells cells;
  int n; /* arrays; 0: nothing is written */
  gm_table array[GM_SURFACE_SUMS_COLUMNS];
  double *row[GM_SURFACE_SUMS_COLUMNS]; /* [cells, width] on their way */
  gm_sum *sum;                          /* [places] */
  gm_index *first;                      /* [structures] into sum */
  gm_index pairs;
  gm_table impact[4]; /* by pair of materials */
  int64_t *count[4];  /* [pairs, bins] on their way */
} gm_surface_sums;

/* How the arrays are kept. */
typedef struct gm_surface_sums_form {
  bool single, full; /* full: the spectrum of each cell too */
  int deflate;
  int64_t frame_chunk;
} gm_surface_sums_form;

/* Make the group and its arrays where sums are made; the cells become those of *s.  *s must be
 * cleared in all cases. */
gm_status gm_surface_sums_make(gm_hdf5_file *file,
                               const gm_surface_sums_form *form,
                               const gm_structures *structures,
                               const gm_collisions *collisions,
                               gm_surface_cells *cells, gm_surface_sums *s);

/* Take one frame; the file is not touched. */
void gm_surface_sums_take(gm_surface_sums *s, const gm_structures *structures,
                          const gm_contacts *list,
                          const gm_collisions *collisions);

/* Append the frame that was taken. */
gm_status gm_surface_sums_append(gm_surface_sums *s);

void gm_surface_sums_clear(gm_surface_sums *s);
void gm_surface_sums_clear_cells(gm_surface_cells *cells);

#endif
