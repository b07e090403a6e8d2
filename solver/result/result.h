/* result/result.h -- reads a result file into plain arrays.
 *
 * The file may be finished, still being written, or left behind by a crash.  Reading
 * returns what was published when the file was opened; open it again to see later
 * frames.
 */
#ifndef GM_RESULT_RESULT_H
#define GM_RESULT_RESULT_H

#include "config/config.h"
#include "file/table.h"

enum { GM_RESULT_ARRAYS = 512, GM_RESULT_TEXT = 512 };

/* One array of real numbers or integers, `width` in each row. */
typedef struct gm_result_array {
  char name[GM_HDF5_NAME]; /* without the group */
  char units[32];
  int64_t n;          /* rows */
  gm_table_type type; /* as stored in the file */
  bool real;
  int rank; /* as in gm_table */
  int64_t size[2];
  int64_t width;
  double *number;   /* [rows, width] when real, else null */
  int64_t *integer; /* [rows, width] when not, else null */
} gm_result_array;

/* Rows that belong together: a frame of one kind, the history, or the virtual
 * particles. */
typedef struct gm_result_rows {
  int64_t n;
  int ends; /* points of a row: centre 1, virtual particle 1, line 2, history
               0 */
  double *points; /* [n, ends, 3] m */
  bool single;    /* points are stored in single precision */
  int n_arrays;
  gm_result_array array[GM_RESULT_ARRAYS];
} gm_result_rows;

typedef enum gm_result_kind {
  GM_RESULT_GRAINS,
  GM_RESULT_CONTACTS,
  GM_RESULT_BODIES, /* copies of a mesh, where the result has some */
  GM_RESULT_CLUMPS, /* likewise */
  GM_RESULT_POINTS, /* material points, likewise */
  GM_RESULT_KINDS
} gm_result_kind;

/* Their names: grains, contacts, bodies, clumps, material_points. */
extern const char *const gm_result_kinds[GM_RESULT_KINDS];

typedef struct gm_result {
  gm_hdf5_file *file;
  int64_t frames;                   /* published */
  double *time;                     /* [frames] s */
  bool has[GM_RESULT_KINDS];        /* whether there is such a group */
  int64_t *n_rows[GM_RESULT_KINDS]; /* [frames] of grains, of contacts ... */
  int64_t *first[GM_RESULT_KINDS];  /* [frames] first row in the arrays */
  int64_t n_structures, n_materials;
  int dimensions;   /* 2: all grains are in the plane z = 0; 3: in space */
  double thickness; /* m  of discs in the plane; 0: in space */
  char body[16];    /* sphere, disc or lecture: rigid/grain_rule.h */
} gm_result;

/* Open the result `path`; *r must be cleared in all cases.  GM_ERR_INPUT: there is no
 * such file, or it is not a result; GM_ERR_FILE: it cannot be read. */
gm_status gm_result_open(const char *path, gm_result *r);

void gm_result_clear(gm_result *r);

/* Describe in a text what the grains are: dimensions, body, thickness. */
void gm_result_describe(const gm_result *r, char *text, int64_t bytes);

/* Read rows [first, first + n) of the table `path`, or all that follow if n < 0; *a
 * must be cleared in all cases. */
gm_status gm_result_read(const gm_result *r, const char *path, int64_t first,
                         int64_t n, gm_result_array *a);

void gm_result_array_clear(gm_result_array *a);

/* The same, if it has `width` real numbers or integers in each row. */
gm_status gm_result_expect(const gm_result *r, const char *path, bool real,
                           int64_t width, int64_t first, int64_t n,
                           gm_result_array *a);

/* Read the rows of a kind in one frame with all their arrays; *rows must be cleared in
 * all cases.  Requires 0 <= frame < r->frames and r->has[kind]. */
gm_status gm_result_frame(const gm_result *r, gm_result_kind kind,
                          int64_t frame, gm_result_rows *rows);

/* Read one array of such a frame; *a must be cleared in all cases. */
gm_status gm_result_frame_array(const gm_result *r, gm_result_kind kind,
                                int64_t frame, const char *name,
                                gm_result_array *a);

/* Read the points of such a frame only; *rows must be cleared in all cases. */
gm_status gm_result_points(const gm_result *r, gm_result_kind kind,
                           int64_t frame, gm_result_rows *rows);

/* Number of rows of the history. */
gm_status gm_result_history_rows(const gm_result *r, int64_t *n);

/* Read rows [first, last) of the history; *rows must be cleared in all cases. */
gm_status gm_result_history(const gm_result *r, int64_t first, int64_t last,
                            gm_result_rows *rows);

/* Read the virtual particles with all their arrays, in their body frames; none if the
 * result has none.  *rows must be cleared in all cases. */
gm_status gm_result_sites(const gm_result *r, gm_result_rows *rows);

void gm_result_rows_clear(gm_result_rows *rows);

/* The array of that name, or null. */
const gm_result_array *gm_result_find(const gm_result_rows *rows,
                                      const char *name);

/* Name of structure i, truncated to `bytes`. */
gm_status gm_result_structure_name(const gm_result *r, int64_t i, char *name,
                                   int64_t bytes);

enum {
  GM_RESULT_SCENE_LAW = 96
}; /* bytes of the description of a contact

                                      law */

/* Read the effective scene of a result.  Files that it names may no longer exist, so
 * errors in the scene are ignored.  *config must be cleared in all cases.  GM_ERR_FILE,
 * GM_ERR_MEMORY. */
gm_status gm_result_scene_read(const gm_result *result, gm_config *config);

/* Describe in a text everything on which the meaning of contact springs depends.  A run
 * can use the springs of another if the texts are equal. */
void gm_result_scene_law(const gm_config *config,
                         char law[GM_RESULT_SCENE_LAW]);

#endif
