/* output/objects.h -- all objects of a result, and the frame that is being written.
 *
 * The same functions create them in a new result and find them in one that is
 * continued, so that both have the same tables in the same order.
 */
#ifndef GM_OUTPUT_OBJECTS_H
#define GM_OUTPUT_OBJECTS_H

#include "config/config.h"
#include "file/table.h"
#include "output/body_table.h"
#include "output/columns.h"
#include "output/provenance.h"
#include "output/series.h"
#include "output/surfaces.h"
#include "output/transient.h"
#include "output/zone_frames.h"
#include "scene/scene.h"

/* The tables that grow by frames of rows. */
enum {
  GM_OBJECTS_GRAINS,
  GM_OBJECTS_CONTACTS,
  GM_OBJECTS_CLUMPS, /* if the scene has shapes of clumps */
  GM_OBJECTS_POINTS, /* if there may be material points */
  GM_OBJECTS_TABLES
};

/* Position, motion and load of the structures. */
enum { GM_POSES_COLUMNS = 6 }; /* position to torque; presence is separate */

typedef struct gm_poses {
  gm_table array[GM_POSES_COLUMNS];
  gm_table present;
  double *row[GM_POSES_COLUMNS]; /* [n_structures, width]  of the frame being
                                    written */
  uint8_t *there;                /* [n_structures]  present in that frame */
} gm_poses;

typedef struct gm_objects_table {
  gm_transient rows; /* without a file: the result has no such table */
  const gm_column *column[GM_COLUMNS_MAX]; /* those that are written */
} gm_objects_table;

typedef struct gm_objects {
  gm_hdf5_file *file; /* borrowed */
  gm_objects_table table[GM_OBJECTS_TABLES];
  gm_index *point_row;  /* of the copied frame, in the order of their ids */
  gm_zone_frames zones; /* without `kind`: there are none */
  gm_body_table bodies;
  gm_poses poses;
  gm_surface_sums sums;
  gm_series series;
  double time; /* s  of the copied frame */
} gm_objects;

/* Create all objects, with the surfaces as they are now.  In a file that is continued
 * (gm_hdf5_is_continued) find the tables that grow, and test that the file belongs to
 * the scene; `origin` is not used.  *o must be cleared in all cases. */
gm_status gm_objects_make(gm_hdf5_file *file, const gm_config *config,
                          const gm_scene *scene,
                          const gm_provenance_origin *origin, gm_objects *o);

/* Copy one frame and the rows of the history so far, without access to the file. */
gm_status gm_objects_take(gm_objects *o, const gm_scene *scene,
                          const gm_frame_grains *grains,
                          const gm_frame_contacts *contacts);

/* Append the copied frame except its time, with the copied rows of the history; then
 * publish it.  If `touched` becomes true, the file must be synchronised in between. */
gm_status gm_objects_append(gm_objects *o, bool *touched);

gm_status gm_objects_publish(gm_objects *o);

/* Append the copied rows of the history; touched as above. */
gm_status gm_objects_history(gm_objects *o, bool *touched);

/* All that was appended is on disk now. */
void gm_objects_mark(gm_objects *o);

/* Release the memory; the tables are closed with the file. */
void gm_objects_clear(gm_objects *o);

/* Bytes that put_lattices takes while it writes. */
double gm_objects_lattice_memory(const gm_structures *structures);

#endif
