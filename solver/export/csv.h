/* export/csv.h -- rows as comma-separated values, with a line of names and units.
 */
#ifndef GM_EXPORT_CSV_H
#define GM_EXPORT_CSV_H

#include "result/result.h"

/* Write the rows to the file `path`, replacing it: ids, times and points first, then
 * the arrays.  Headings read "velocity.x (m/s)", without a unit for dimensionless
 * values, and "structure_force.drum.x (N)" where the history has a vector for each
 * structure or group of held grains; no two are alike.  Numbers have the fewest digits
 * from which the same value is read back.  r provides the names.  On GM_ERR_FILE part
 * of the file may have been written. */
gm_status gm_csv_write(const char *path, const gm_result *r,
                       const gm_result_rows *rows);

#endif
