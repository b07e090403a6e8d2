/* export/frame_file.h -- one frame as a file that every VTK since 9.1 opens.
 *
 * The format is VTKHDF UnstructuredGrid 1.0 with vertices, lines or polygons.  ParaView
 * 5.11 opens a series of such files with their times through a small .series file.
 */
#ifndef GM_EXPORT_FRAME_FILE_H
#define GM_EXPORT_FRAME_FILE_H

#include "result/result.h"

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

#endif
