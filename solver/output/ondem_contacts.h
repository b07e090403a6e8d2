/* output/ondem_contacts.h -- contacts as interactions of ON-DEM.
 *
 * Room: output.  May include: base, config.
 */
#ifndef GM_OUTPUT_ONDEM_CONTACTS_H
#define GM_OUTPUT_ONDEM_CONTACTS_H

#include "config/config.h"
#include "output/result.h"

/* Put the contacts of a frame into the file; grains: of the same frame, sorted by id; config: the
 * scene of the result; structure k is body first + k.
 * GM_ERR_FILE: arrays are missing or of another kind, or the file cannot be written. */
gm_status gm_ondem_contacts_put(gm_hdf5_file *file,
                                const gm_result_rows *contacts,
                                const gm_result_rows *grains,
                                const gm_config *config, int64_t first);

/* The array `name` of rows, with `width` numbers a row; real or integers.  GM_ERR_FILE. */
gm_status gm_ondem_contacts_array(const gm_result_rows *rows, const char *name,
                                  bool real, int64_t width,
                                  const gm_result_array **a);

#endif
