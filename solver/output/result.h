/* output/result.h -- a result file, read back into plain arrays.
 *
 * Room: output.  May include: base.
 *
 * Reads a file that is finished, one that a run is writing, and one left by a crash.  What
 * it says is what was published when it was opened; open it again to see more.
 */
#ifndef GM_OUTPUT_RESULT_H
#define GM_OUTPUT_RESULT_H

#include "output/table.h"

enum { GM_RESULT_ARRAYS = 512, GM_RESULT_TEXT = 512 };

/* One array: real numbers or integers, `width` a row. */
typedef struct gm_result_array {
  char name[GM_HDF5_NAME]; /* without the group */
  char units[32];
  int64_t n;          /* rows */
  gm_table_type type; /* in the file */
  bool real;
  int rank; /* as of gm_table */
  int64_t size[2];
  int64_t width;
  double *number;   /* [rows, width] when real, else null */
  int64_t *integer; /* [rows, width] when not, else null */
} gm_result_array;

/* Rows that belong together: a frame of grains or contacts, the history, or the sites. */
typedef struct gm_result_rows {
  int64_t n;
  int ends;       /* points a row: centre, site 1, line 2, history 0 */
  double *points; /* [n, ends, 3] m */
  bool single;    /* points are in single precision in the file */
  int n_arrays;
  gm_result_array array[GM_RESULT_ARRAYS];
} gm_result_rows;

typedef enum gm_result_kind {
  GM_RESULT_GRAINS,
  GM_RESULT_CONTACTS
} gm_result_kind;

typedef struct gm_result {
  gm_hdf5_file *file;
  int64_t frames;     /* published */
  double *time;       /* [frames] s */
  int64_t *n_rows[2]; /* [frames] of grains, of contacts */
  int64_t *first[2];  /* [frames] row in the arrays */
  int64_t n_structures, n_materials;
} gm_result;

/* Open the result `path`; *r must be cleared in all cases.
 * GM_ERR_INPUT: there is no such file, or it is no result; GM_ERR_FILE: it cannot be read. */
gm_status gm_result_open(const char *path, gm_result *r);
void gm_result_clear(gm_result *r);

/* Rows [first, first + n) of the table `path`, all that follow when n < 0; *a must be
 * cleared in all cases. */
gm_status gm_result_read(const gm_result *r, const char *path, int64_t first,
                         int64_t n, gm_result_array *a);
void gm_result_array_clear(gm_result_array *a);

/* Grains or contacts of one frame, with all their arrays; *rows must be cleared in all
 * cases.  Requires 0 <= frame < r->frames. */
gm_status gm_result_frame(const gm_result *r, gm_result_kind kind,
                          int64_t frame, gm_result_rows *rows);

/* One array of such a frame; *a must be cleared in all cases. */
gm_status gm_result_frame_array(const gm_result *r, gm_result_kind kind,
                                int64_t frame, const char *name,
                                gm_result_array *a);

/* Its points alone; *rows must be cleared in all cases. */
gm_status gm_result_points(const gm_result *r, gm_result_kind kind,
                           int64_t frame, gm_result_rows *rows);

/* Rows that the history has. */
gm_status gm_result_history_rows(const gm_result *r, int64_t *n);

/* Rows [first, last) of the history; *rows must be cleared in all cases. */
gm_status gm_result_history(const gm_result *r, int64_t first, int64_t last,
                            gm_result_rows *rows);

/* The virtual particles with all their arrays, in their body frames; none in a result that
 * has none or is older than they.  *rows must be cleared in all cases. */
gm_status gm_result_sites(const gm_result *r, gm_result_rows *rows);

void gm_result_rows_clear(gm_result_rows *rows);

/* The array of that name, or null. */
const gm_result_array *gm_result_find(const gm_result_rows *rows,
                                      const char *name);

/* Name of structure i, cut at `bytes`. */
gm_status gm_result_structure_name(const gm_result *r, int64_t i, char *name,
                                   int64_t bytes);

#endif
