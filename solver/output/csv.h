/* output/csv.h -- rows as comma-separated values, with a line of names and units.
 *
 * Room: output.  May include: base.
 */
#ifndef GM_OUTPUT_CSV_H
#define GM_OUTPUT_CSV_H

#include "output/result.h"

/* Write the rows to the file `path`, replacing it: ids, times and points first, then the
 * arrays; "velocity.x (m/s)", without a unit where dimensionless.  Numbers are as short as
 * they can be and still be the same.  r names the structures.
 * GM_ERR_FILE: part of it may have been written. */
gm_status gm_csv_write(const char *path, const gm_result *r,
                       const gm_result_rows *rows);

#endif
