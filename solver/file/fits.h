/* file/fits.h -- does a data set fit into its file?
 *
 * A file of a few bytes may promise any number of rows.  It is refused before memory is
 * reserved for them.
 */
#ifndef GM_FILE_FITS_H
#define GM_FILE_FITS_H

#include "file/hdf5.h"

/* Returns true if the data set of this HDF5 handle is no larger than the file can hold: a
 * compressed byte becomes 1032 at most. */
bool gm_fits_file(gm_hdf5_file *file, int64_t set);

#endif
