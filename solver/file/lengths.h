/* file/lengths.h -- how long every growing array of a result must be.
 *
 * The length follows from the counts of the frames: a frame is one part, its rows
 * follow those of the frame before, and the list of vertices is shared by all frames.
 * A result that is repaired and one that is continued are cut by this one plan.
 */
#ifndef GM_FILE_LENGTHS_H
#define GM_FILE_LENGTHS_H

#include "file/hdf5.h"

enum {
  GM_LENGTHS_GROUPS = 5
}; /* grains, contacts, and others that may be absent */

/* An array that grows, and its rows now. */
typedef struct gm_lengths_array {
  char name[GM_HDF5_NAME];
  int64_t rows;
} gm_lengths_array;

typedef struct gm_lengths {
  gm_hdf5_file *file; /* borrowed */
  int64_t n;
  gm_lengths_array *array; /* [n]                                            */
  int64_t published;       /* frames whose time is in the file               */
  int64_t counted;         /* those before the first with damaged counts     */
  int64_t frames;          /* those of which every array has all rows        */
  int64_t rows;            /* of the history that all its arrays have        */
  /* Of each group, null if it is absent: */
  int64_t
      *sum[GM_LENGTHS_GROUPS]; /* [published + 1]  rows of all frames before */
  int64_t
      *most[GM_LENGTHS_GROUPS]; /* [published + 1]  of the largest so far     */
} gm_lengths;

/* List the growing arrays of the file.  *l must be cleared in all cases.  GM_ERR_FILE:
 * the file cannot be read, or a frame has a negative number of rows. */
gm_status gm_lengths_read(gm_hdf5_file *file, gm_lengths *l);

/* The name of group g if the file has it, else null. */
const char *gm_lengths_group(gm_hdf5_file *file, int g);

/* Write the number of frames f into each group of `to` that `from` has. */
gm_status gm_lengths_mark(gm_hdf5_file *from, gm_hdf5_file *to, int64_t f);

/* Rows of the array `name` in a file of f frames and `rows` rows of history. */
int64_t gm_lengths_wanted(const gm_lengths *l, const char *name, int64_t f,
                          int64_t rows);

/* The frames [*first, *end) that need a row of [row, end_row) of the array `name`, which
 * is none of the history. */
void gm_lengths_frames(const gm_lengths *l, const char *name, int64_t row,
                       int64_t end_row, int64_t *first, int64_t *end);

/* Number of arrays that are longer than f frames and `rows` rows of history. */
int gm_lengths_excess(const gm_lengths *l, int64_t f, int64_t rows);

/* Cut every array to f frames and `rows` rows of history, and count the frames.  The
 * times go first, so that no frame is published whose rows are gone.  Requires
 * f <= frames and rows <= l->rows. */
gm_status gm_lengths_cut(const gm_lengths *l, int64_t f, int64_t rows);

void gm_lengths_clear(gm_lengths *l);

#endif
