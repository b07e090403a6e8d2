/* export/ondem_contacts.h -- writes contacts as interactions of ON-DEM.
 */
#ifndef GM_EXPORT_ONDEM_CONTACTS_H
#define GM_EXPORT_ONDEM_CONTACTS_H

#include "config/config.h"
#include "result/result.h"

/* Write the contacts of a frame.  grains: of the same frame, sorted by id; config: the
 * scene of the result; structure k is body first + k.  GM_ERR_FILE: arrays are missing
 * or have the wrong type, or the file cannot be written. */
gm_status gm_ondem_contacts_put(gm_hdf5_file *file,
                                const gm_result_rows *contacts,
                                const gm_result_rows *grains,
                                const gm_config *config, int64_t first);

/* Number of the body of the first structure: after the largest id of the grains. */
int64_t gm_ondem_contacts_first(const gm_result_rows *grains);

/* Number of what follows after `first` bodies as number k; -1 if there is none, as in a
 * damaged file. */
GM_INLINE int64_t gm_ondem_contacts_body(int64_t first, int64_t k)
{
  int64_t body = 0;
  return k < 0 || __builtin_add_overflow(first, k, &body) ? -1 : body;
}

/* *a receives the array `name` of rows, with `width` numbers in each row, real or
 * integers.  GM_ERR_FILE. */
gm_status gm_ondem_contacts_array(const gm_result_rows *rows, const char *name,
                                  bool real, int64_t width,
                                  const gm_result_array **a);

#endif
