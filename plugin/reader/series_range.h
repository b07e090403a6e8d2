/**
 * reader/series_range.h -- the range of an array over the frames of a result.
 *
 * Room: plugin/reader.  A colour map that is scaled by the first frame of a result at rest
 * would show nothing; the range of the series is known before a later frame is seen.
 */
#ifndef granum_series_range_h
#define granum_series_range_h

#include "blocks.h"

#include <array>
#include <string>

namespace granum
{

/** Smallest and largest value of a point array of the grains or, if they have none of that name, of
 * a cell array of the contacts, finite values only.  Of a vector 0 and the 99th percentile of
 * its magnitude in a frame of the middle, or a tenth of that in the frame where it is largest if
 * that is more: a fall at the start or one fast grain leaves the others their colours.  All frames are read, or of a long result every n-th
 * and the last, so that the time this takes does not grow with the result.  {1, -1} if there
 * is no such array, no value, or a fault in the file, which is reported with the frame. */
std::array<double, 2> SeriesRange(const std::string& path, const Frames& frames,
  const std::string& array);

}

#endif
