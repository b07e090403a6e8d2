/* export/formats.h -- the formats to which a result is exported. */
#ifndef GM_EXPORT_FORMATS_H
#define GM_EXPORT_FORMATS_H

#include "config/config.h"
#include "result/result.h"

/* Write frames [first, last] of r to the file `path`, replacing it: a plain VTKHDF 2.0
 * file, as ParaView 5.12 and later open it.  On error part of it may have been
 * written. */
gm_status gm_standalone_write(const char *path, const gm_result *r,
                              gm_result_kind kind, int64_t first, int64_t last);

/* Write them to the group `group` of a file that does not have it. */
gm_status gm_standalone_put(gm_hdf5_file *file, const char *group,
                            const gm_result *r, gm_result_kind kind,
                            int64_t first, int64_t last);

/* ---- what a frame consists of as the blocks of one file -------------------------- */

/* The file is a VTKHDF PartitionedDataSetCollection 2.1 with the blocks Grains,
 * Contacts and Structures, and Bodies, Clumps and MaterialPoints where the result has
 * them, each with all time steps.  VTK 9.4 (ParaView 5.13) and
 * later read it.  The blocks are copies: a block needs an attribute that the groups of
 * a result lack, a result that is continued would have more steps than the structures
 * here, and one file is what users send to others. */

/* Write frames [first, last] of r to the file `path`, which appears when it is complete.
 * replace: also if a file exists there.  GM_ERR_INPUT: it exists, it is the result
 * itself, or nothing can be made there; GM_ERR_FILE: r cannot be read, or the file cannot
 * be written.  On error `path` is as before. */
gm_status gm_blocks_write(const char *path, const gm_result *r, int64_t first,
                          int64_t last, bool replace);

/* ---- one frame as a file that every VTK since 9.1 opens -------------------------- */

/* The format is VTKHDF UnstructuredGrid 1.0 with vertices, lines or polygons.  ParaView
 * 5.11 opens a series of such files with their times through a small .series file. */

/* Write the rows to the file `path`, replacing it: a vertex for a row with one point, a
 * line for a row with two. */
gm_status gm_frame_file_write(const char *path, const gm_result_rows *rows);

/* Write the surfaces of the structures present in a frame, in the world frame. */
gm_status gm_frame_file_write_structures(const char *path, const gm_result *r,
                                         int64_t frame);

/* Write the surfaces of the copies of meshes in a frame, in the world frame. */
gm_status gm_frame_file_write_bodies(const char *path, const gm_result *r,
                                     int64_t frame);

/* Write the .series file `path`, replacing it: it lists the files stem_0000.hdf ...  of
 * the frames [first, first + n) with time[frame] in s. */
gm_status gm_frame_file_list(const char *path, int64_t n, const char *stem,
                             int64_t first, const double *time);

/* ---- rows as comma-separated values, with a line of names and units -------------- */

/* Write the rows to the file `path`, replacing it: ids, times and points first, then
 * the arrays.  Headings read "velocity.x (m/s)", without a unit for dimensionless
 * values, and "structure_force.drum.x (N)" where the history has a vector for each
 * structure or group of held grains; no two are alike.  Numbers have the fewest digits
 * from which the same value is read back.  r provides the names.  On GM_ERR_FILE part
 * of the file may have been written. */
gm_status gm_csv_write(const char *path, const gm_result *r,
                       const gm_result_rows *rows);

#endif
