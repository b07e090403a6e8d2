/* file/settle.c -- what a power cut may not take: rows that were on disk already. */
#include "file/settle.h"

#include <hdf5.h>

static int64_t chunk_of(const gm_table *table)
{
  hsize_t chunk[3] = {1, 1, 1};
  const hid_t layout = H5Dget_create_plist(table->handle);
  const int rank = H5Pget_chunk(layout, 3, chunk);
  H5Pclose(layout);
  return rank > 0 ? (int64_t)chunk[0] : 1;
}

gm_status gm_settle_table(gm_table *table, bool *touched)
{
  const int64_t before = table->seen;
  table->seen = table->rows;
  if (table->synced == 0 || table->rows == before) return GM_OK;
  const int64_t chunk = chunk_of(table);
  const int64_t end = (table->synced + chunk - 1) / chunk * chunk;
  if (before >= end) return GM_OK;
  const herr_t closed = H5Dclose(table->handle);
  table->handle = 0;
  if (closed < 0) return gm_hdf5_fail_to_write(table->file, table->name);
  const int64_t handle = gm_table_handle(table->file, table->name);
  if (handle < 0) return gm_hdf5_fail_to_write(table->file, table->name);
  table->handle = handle;
  *touched = true;
  return GM_OK;
}

void gm_settle_mark(gm_table *table)
{
  table->synced = table->seen = table->rows;
}
