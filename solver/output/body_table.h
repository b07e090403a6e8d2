/* output/body_table.h -- bodies in a result: their shapes once, and what moves by frames.
 *
 * A result without copies has none of it.
 */
#ifndef GM_OUTPUT_BODY_TABLE_H
#define GM_OUTPUT_BODY_TABLE_H

#include "file/hdf5.h"
#include "output/transient.h"
#include "scene/scene.h"
#include "scene/structures.h"

typedef struct gm_body_table {
  int on; /* 1: the scene has copies */
  gm_transient rows;
  gm_index *row;   /* [copies] structures of the rows of a frame, by id */
  int *touches;    /* [structures] contacts of a copy */
  gm_index n_rows; /* of the frame */
} gm_body_table;

/* Create the group, or find it in a file that is continued, as gm_transient_make does.
 * single: real arrays in single precision; deflate: level. */
gm_status gm_body_table_make(gm_hdf5_file *file, const gm_scene *scene,
                             bool single, int deflate, gm_body_table *t);

/* The functions of output/transient.h for a frame. */
gm_status gm_body_table_take(gm_body_table *t, const gm_scene *scene);

gm_status gm_body_table_append(gm_body_table *t, bool *touched);

gm_status gm_body_table_publish(gm_body_table *t, double time);

void gm_body_table_mark(gm_body_table *t);

void gm_body_table_clear(gm_body_table *t);

/* Write the surfaces of all kinds in their own frames, their virtual particles unless
 * `without`, their names and their axes of smallest inertia (file/schema.h). */
gm_status gm_body_table_shapes(gm_hdf5_file *file, const gm_structures *all,
                               bool single, bool without, int deflate);

#endif
