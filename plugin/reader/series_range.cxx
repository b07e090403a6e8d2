// reader/series_range.cxx -- the range of an array of grains over the frames of a result.
//
// Room: plugin/reader.
#include "series_range.h"

#include "exchange.h"

#include "file/schema.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

constexpr std::uint64_t Most = 4000000; // numbers read; about 0.1 s

void Extend(std::array<double, 2>& range, double value)
{
  if (std::isfinite(value))
  {
    const bool none = range[0] > range[1];
    range[0] = none ? value : std::min(range[0], value);
    range[1] = none ? value : std::max(range[1], value);
  }
}

/** Extends the range by that of the array in a group. */
void ExtendBy(std::array<double, 2>& range, ResultFile& file, const std::string& group,
  const Frames& frames, const std::string& array)
{
  const std::string dataset = group + "/" GM_VTK_POINT_DATA "/" + array;
  if (IsExchange(file) || frames.Count() == 0 || !file.Has(dataset))
  {
    return;
  }
  const Table table = file.Open(dataset, ExpectedOf(file, array));
  const std::uint64_t width = std::max<std::uint64_t>(table.Shape().Components(), 1);
  const std::uint64_t strides = 1 + table.Rows() * width / Most;
  const std::size_t last = frames.Count() - 1;
  for (std::size_t frame = 0; frame <= last; ++frame)
  {
    if ((last - frame) % strides != 0)
    {
      continue;
    }
    const Range here = RangeOf(file, group, frame, GM_VTK_VERTICES);
    const std::vector<double> values = table.Numbers(
      FirstRow(file, group, GM_VTK_POINT_DATA_OFFSETS, array, frame, here.FirstPoint), here.Points);
    for (std::size_t i = 0; i + width <= values.size(); i += width)
    {
      double square = 0.0;
      for (std::size_t c = i; c < i + width; ++c)
      {
        square += values[c] * values[c];
      }
      Extend(range, width > 1 ? std::sqrt(square) : values[i]);
    }
  }
  if (width > 1 && range[1] >= 0.0)
  {
    range[0] = 0.0;
  }
}

}

std::array<double, 2> SeriesRange(const std::string& path, const Frames& frames,
  const std::string& array)
{
  try
  {
    if (!path.empty() && !array.empty())
    {
      ResultFile file(path);
      std::array<double, 2> range = { 1.0, -1.0 };
      for (const char* group :
        { GM_GROUP_GRAINS, GM_GROUP_BODIES, GM_GROUP_CLUMPS, GM_GROUP_POINTS })
      {
        ExtendBy(range, file, group, frames, array);
      }
      return range;
    }
  }
  catch (const std::exception&)
  {
  }
  return { 1.0, -1.0 };
}

}
