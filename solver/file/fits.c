/* file/fits.c -- does a data set fit into its file? */
#include "file/fits.h"

#include <hdf5.h>

bool gm_fits_file(gm_hdf5_file *file, int64_t set)
{
  hsize_t size[H5S_MAX_RANK] = {0}, room = 0, bytes = 0;
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const int rank = H5Sget_simple_extent_dims(space, size, NULL);
  H5Fget_filesize(gm_hdf5_handle(file), &room);
  bytes = H5Tget_size(type);
  H5Tclose(type);
  H5Sclose(space);
  bool fits = rank >= 0;
  /* Where a size is 0 the others must still be sizes of memory. */
  for (int k = 0; k < rank && fits; ++k)
    fits = size[k] <= INT32_MAX &&
           !__builtin_mul_overflow(bytes, size[k] ? size[k] : 1, &bytes);
  return fits && bytes / 1032 <= room;
}
