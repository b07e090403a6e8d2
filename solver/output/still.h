/* output/still.h -- one instant as a file that every VTK since 9.1 opens.
 *
 * Room: output.  May include: base.
 *
 * VTKHDF UnstructuredGrid 1.0: vertices, lines, polygons; ParaView 5.11 opens a list of
 * them, with times, through a small .series file.
 */
#ifndef GM_OUTPUT_STILL_H
#define GM_OUTPUT_STILL_H

#include "output/result.h"

/* Write the rows to the file `path`, replacing it: a vertex for a row with one point, a
 * line for one with two. */
gm_status gm_still_write(const char *path, const gm_result_rows *rows);

/* The surfaces of the structures that are present in a frame, in the world. */
gm_status gm_still_write_structures(const char *path, const gm_result *r,
                                    int64_t frame);

/* Write the list `path` of the files stem_0000.hdf ... of the frames [first, first + n),
 * replacing it; time[frame] in s. */
gm_status gm_still_list(const char *path, int64_t n, const char *stem,
                        int64_t first, const double *time);

#endif
