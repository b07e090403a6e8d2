/* file/texts.c -- tables of texts of a fixed length: names. */
#include "file/texts.h"

#include "file/door.h"
#include "file/schema.h"
#include "file/whole.h"

#include <hdf5.h>

gm_status gm_texts_put(gm_hdf5_file *file, const char *name, int64_t n,
                       int64_t bytes, const char *texts)
{
  const hsize_t size = (hsize_t)n;
  const hid_t type = gm_hdf5_text_type((size_t)bytes, (size_t)n, texts);
  const hid_t space = H5Screate_simple(1, &size, NULL);
  const hid_t layout = gm_hdf5_plan(H5P_DATASET_CREATE);
  if (n > 0) {
    H5Pset_chunk(layout, 1, &size);
    H5Pset_fletcher32(layout);
  }
  const hid_t set = H5Dcreate2(gm_hdf5_handle(file), name, type, space,
                               H5P_DEFAULT, layout, H5P_DEFAULT);
  const bool good = set >= 0 && (n == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL,
                                                    H5P_DEFAULT, texts) >= 0);
  const gm_status status = good ? GM_OK : gm_hdf5_fail_to_write(file, name);
  if (set >= 0) H5Dclose(set);
  H5Pclose(layout);
  H5Sclose(space);
  H5Tclose(type);
  GM_TRY(status);
  return gm_hdf5_attribute_text(file, name, GM_ATTR_UNITS, "1");
}

gm_status gm_texts_count(gm_hdf5_file *file, const char *name, int64_t *n)
{
  gm_table table;
  GM_TRY(gm_table_expect(file, name, GM_TABLE_TEXTS, 1, &table));
  const gm_status status = gm_table_test(&table, 0, table.rows);
  *n = table.rows;
  gm_table_close(&table);
  GM_TRY(status);
  if (*n < INT32_MAX / 4) return GM_OK;
  return gm_fail(GM_ERR_FILE, "'%s' in '%s' has more texts than any result",
                 name, gm_hdf5_path(file));
}

gm_status gm_texts_read(gm_hdf5_file *file, const char *name, int64_t n,
                        char *text, int64_t bytes)
{
  gm_table table;
  GM_TRY(gm_table_expect(file, name, GM_TABLE_TEXTS, 1, &table));
  gm_status status = gm_table_test(&table, n, 1);
  if (status == GM_OK) status = gm_whole_chunks(file, name, table.handle, n, 1);
  const hid_t set = table.handle;
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const hsize_t start = (hsize_t)n, one = 1;
  const hid_t block = H5Screate_simple(1, &one, NULL);
  const hid_t shown = H5Tcopy(H5T_C_S1); /* HDF5 truncates to its size */
  H5Tset_size(shown, (size_t)bytes);
  H5Tset_cset(shown, H5Tget_cset(type));
  if (status == GM_OK &&
      (H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &one, NULL) <
           0 ||
       H5Dread(set, shown, block, space, H5P_DEFAULT, text) < 0))
    status = gm_hdf5_fail(file, "read", name);
  if (status == GM_OK) gm_door_clean(text);
  H5Tclose(shown);
  H5Sclose(block);
  H5Sclose(space);
  H5Tclose(type);
  gm_table_close(&table);
  return status;
}
