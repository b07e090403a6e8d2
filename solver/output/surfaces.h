/* output/surfaces.h -- writes the surfaces of the structures, in their body frames, for
 * display.
 */
#ifndef GM_OUTPUT_SURFACES_H
#define GM_OUTPUT_SURFACES_H

#include "file/table.h"
#include "measure/coverage.h"
#include "measure/measure.h"
#include "scene/collisions.h"
#include "scene/scene.h"

/* What contacts did to surfaces, frame by frame.
 *
 * One number for each cell of the surfaces (output/surfaces.h).  A triangle of a mesh
 * shows its own sums.  A polygon of a primitive shows the fraction of the sums of its
 * patch that corresponds to its area, so that the sum over the cells is that of the
 * structure. */

enum { GM_SURFACE_SUMS_COLUMNS = 11 };

/* The place (scene/contacts.h) that each cell of the surfaces shows. */
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
gm_status gm_surfaces_make_sums(gm_hdf5_file *file,
                                const gm_surface_sums_form *form,
                                const gm_structures *structures,
                                const gm_collisions *collisions,
                                gm_surface_cells *cells, gm_surface_sums *s);

/* Copy one frame into memory, without access to the file. */
void gm_surfaces_take_sums(gm_surface_sums *s, const gm_structures *structures,
                           const gm_contacts *list,
                           const gm_collisions *collisions);

/* Append the copied frame to the file. */
gm_status gm_surfaces_append_sums(gm_surface_sums *s);

void gm_surfaces_clear_sums(gm_surface_sums *s);

void gm_surfaces_clear_cells(gm_surface_cells *cells);

/* Write the polygons of every structure as one static PolyData.  Planes end at the
 * faces of the domain; where it has none, at the bounding box of grains and other
 * structures, enlarged by 10 %.  single: points in single precision.  *cells receives
 * which sums each polygon shows; it must be cleared in all cases.  After GM_ERR_MEMORY
 * or GM_ERR_FILE the file is unusable.  In a file that is continued the polygons are not
 * written; GM_ERR_INPUT: they belong to other structures or patches. */
gm_status gm_surfaces_put(gm_hdf5_file *file, const gm_scene *scene, bool audit,
                          bool single, gm_surface_cells *cells);

#endif
