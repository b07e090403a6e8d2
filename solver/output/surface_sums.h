/* output/surface_sums.h -- what contacts did to surfaces, frame by frame.
 *
 * One number for each cell of the surfaces (output/surfaces.h).  A triangle of a mesh
 * shows its own sums.  A polygon of a primitive shows the fraction of the sums of its
 * patch that corresponds to its area, so that the sum over the cells is that of the
 * structure.
 */
#ifndef GM_OUTPUT_SURFACE_SUMS_H
#define GM_OUTPUT_SURFACE_SUMS_H

#include "audit/coverage.h"
#include "file/table.h"
#include "measure/measure.h"
#include "scene/collisions.h"

enum { GM_SURFACE_SUMS_COLUMNS = 11 };

/* The place (scene/contact_sums.h) that each cell of the surfaces shows. */
typedef struct gm_surface_cells {
  int64_t n;
  gm_index *structure, *place; /* [n] */
  double *share; /* [n] 1  fraction of the sums at place[i] for cell i */
  char doubt[GM_COVERAGE_DOUBT]; /* the first error of the audit, or "" */
} gm_surface_cells;

typedef struct gm_surface_sums {
  gm_surface_cells cells;
  int n; /* arrays; 0: no sums are written */
  gm_table array[GM_SURFACE_SUMS_COLUMNS];
  double *row[GM_SURFACE_SUMS_COLUMNS]; /* [cells, width] of the frame being
                                           written */
  gm_surface_sum *sum;                  /* [places] */
  gm_index *first;                      /* [structures] first element in sum */
  gm_index pairs;
  gm_table impact[4]; /* by pair of materials */
  int64_t *count[4];  /* [pairs, bins] of the frame being written */
} gm_surface_sums;

/* Storage of the arrays. */
typedef struct gm_surface_sums_form {
  bool single, full; /* full: with the impact spectrum of each cell */
  int deflate;
  int64_t frame_chunk;
} gm_surface_sums_form;

/* Create the group and its arrays if sums are made.  *s takes over the cells and must
 * be cleared in all cases. */
gm_status gm_surface_sums_make(gm_hdf5_file *file,
                               const gm_surface_sums_form *form,
                               const gm_structures *structures,
                               const gm_collisions *collisions,
                               gm_surface_cells *cells, gm_surface_sums *s);

/* Copy one frame into memory, without access to the file. */
void gm_surface_sums_take(gm_surface_sums *s, const gm_structures *structures,
                          const gm_contacts *list,
                          const gm_collisions *collisions);

/* Append the copied frame to the file. */
gm_status gm_surface_sums_append(gm_surface_sums *s);

void gm_surface_sums_clear(gm_surface_sums *s);
void gm_surface_sums_clear_cells(gm_surface_cells *cells);

#endif
