/* import/import.h -- reads triangles from files of many formats (OBJ, PLY, glTF, OFF,
 * ...).
 *
 * The only file that uses the mesh reader of Assimp.  It runs in a child process with
 * limits (import/child.c), because a faulty file can make it crash, hang or use all
 * memory.  Polygons are split into triangles here (import/polygon.c) and node
 * transformations applied; points and lines are counted and ignored.  Assimp stores
 * coordinates in single precision.
 */
#ifndef GM_IMPORT_IMPORT_H
#define GM_IMPORT_IMPORT_H

#include "base/status.h"
#include "base/vec3.h"
#include "mesh/soup.h"
#include <stddef.h>

/* Reads the triangles of the file into *soup; coordinates times `scale` are in m.  Each
 * part becomes a group with the names of its object, mesh and material.
 *
 * Requires: *soup is empty.  GM_ERR_FILE: the file cannot be opened or read.
 * GM_ERR_INPUT: unknown format, wrong or incomplete content, or the reader did not
 * finish.  GM_ERR_MEMORY.  On error *soup is empty. */
gm_status gm_import_triangles(const char *path, double scale, gm_soup *soup);

/* ---- reads STL files, strictly --------------------------------------------------- */

/* Binary (80 arbitrary bytes, the count, 50 bytes per triangle; little-endian) or text
 * ("solid ... facet normal ... endsolid", one or several solids, keywords in any
 * case).  A file is binary if its size matches its count, whatever its first bytes are;
 * many binary files begin with "solid".  Normals and the two spare bytes of a triangle
 * are ignored: the order of the corners defines the outside. */

/* Reads the triangles of the file into *soup; coordinates times `scale` are in m.  Each
 * solid of a text file becomes a group with its name.
 *
 * Requires: *soup is empty.  GM_ERR_FILE: the file cannot be opened or read.
 * GM_ERR_INPUT: not a complete STL file, or something follows its end (the message
 * states file, byte or line, what was expected and what was found).  GM_ERR_MEMORY.  On
 * error *soup is empty. */
gm_status gm_stl_triangles(const char *path, double scale, gm_soup *soup);

/* ---- splits a polygon into triangles --------------------------------------------- */

/* Splits the polygon of n >= 3 corners x[n], seen along its vector area, into the n - 2
 * triangles triangle[n - 2] with the orientation of the polygon.  *simple receives 1 if
 * the areas of the triangles add up to the vector area, so that they cover the polygon
 * once and nothing else; 0: its edges cross.  GM_ERR_MEMORY. */
gm_status gm_polygon_split(const gm_vec3 *x, int n, int (*triangle)[3],
                           int *simple);

/* ---- is a PLY, OFF or OBJ file complete? ----------------------------------------- */

/* Assimp accepts truncated files and missing corners without an error, or
 * drops the faces.  This check steps over every number of the file once. */

/* GM_ERR_INPUT: the header is wrong, the file ends early or continues after its end, or
 * a corner refers to a point that does not exist; the message states place and reason.
 * Other variants (COFF, ...) are not checked.  GM_ERR_FILE, GM_ERR_MEMORY. */
gm_status gm_check_file_ply(const char *path);

gm_status gm_check_file_off(const char *path);

/* The same of the faces of an OBJ file: each number of a point, a texture coordinate or a
 * normal refers to one of the file. */
gm_status gm_check_file_obj(const char *path);

/* ---- runs untrusted code in a child process -------------------------------------- */

/* A reader of foreign files may crash, never end or use all memory.  In a child process
 * this does not affect the run: the child has limits and can only write bytes to a pipe.
 * Memory that the child allocates and files that it opens do not exist in the parent. */

typedef struct gm_child_limits {
  size_t memory; /* bytes in addition to those that the parent has mapped */
  /* s  processor time; the limit of real time is four times this */
  int seconds;
  size_t output; /* bytes that the child may write */
} gm_child_limits;

/* The function run in the child: it writes bytes to `out`. */
typedef void gm_child_work(const void *of, int out);

/* Runs `work` in a child process and waits for it. *bytes ([*size], freed by the caller)
 * receives its output if it ended normally.  `what` names the task in messages ("the
 * reader of 'x.obj'").
 *
 * GM_ERR_INPUT: the child crashed, took too long or wrote too much (see the message).
 * GM_ERR_FILE: the process or pipe could not be created.  GM_ERR_MEMORY.  On error *bytes
 * is null. */
gm_status gm_child_run(const gm_child_limits *limits, gm_child_work *work,
                       const void *of, const char *what, char **bytes,
                       size_t *size);

/* For the child: writes all bytes; returns whether it succeeded. */
int gm_child_write(int out, const void *bytes, size_t size);

#endif
