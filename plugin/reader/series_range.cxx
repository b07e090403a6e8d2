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
constexpr std::uint64_t MostFrames = 100; // likewise, of a result that may grow by the second
constexpr double Least = 0.1; // 1  of the largest percentile of a frame

void ExtendRange(std::array<double, 2>& range, double value)
{
  if (std::isfinite(value))
  {
    const bool none = range[0] > range[1];
    range[0] = none ? value : std::min(range[0], value);
    range[1] = none ? value : std::max(range[1], value);
  }
}

/** Where the rows of an array are in a group. */
struct Rows
{
  std::string Group, Data, Offsets, Cells;
  bool OfCells = false;
};

/** The value below which 99 of 100 are, of finite values; 0 without any. */
double NinetyNinth(std::vector<double>& values)
{
  if (values.empty())
  {
    return 0.0;
  }
  const auto rank = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) * 99 / 100);
  std::nth_element(values.begin(), rank, values.end());
  return *rank;
}

/** Extends the range by that of the array in a group; `tops` by percentiles of a vector. */
void ExtendBy(std::array<double, 2>& range, std::vector<double>& tops, ResultFile& file,
  const Rows& rows, const Frames& frames, const std::string& array)
{
  const std::string dataset = rows.Group + "/" + rows.Data + "/" + array;
  if (IsExchange(file) || frames.Count() == 0 || !file.Has(dataset))
  {
    return;
  }
  const Table table = file.Open(dataset, ExpectedOf(file, array));
  const std::uint64_t width = std::max<std::uint64_t>(table.Shape().Components(), 1);
  const std::uint64_t strides =
    1 + std::max(table.Rows() * width / Most, (frames.Count() - 1) / MostFrames);
  const std::size_t last = frames.Count() - 1;
  std::vector<double> sizes;
  for (std::size_t frame = 0; frame <= last; ++frame)
  {
    if ((last - frame) % strides != 0)
    {
      continue;
    }
    const Range here = RangeOf(file, rows.Group, frame, rows.Cells);
    const std::uint64_t first = rows.OfCells ? here.FirstCell : here.FirstPoint;
    const std::vector<double> values =
      table.Numbers(FirstRow(file, rows.Group, rows.Offsets, array, frame, first),
        rows.OfCells ? here.Cells : here.Points);
    sizes.clear();
    for (std::size_t i = 0; i + width <= values.size(); i += width)
    {
      double square = 0.0;
      for (std::size_t c = i; c < i + width; ++c)
      {
        square += values[c] * values[c];
      }
      const double size = width > 1 ? std::sqrt(square) : values[i];
      ExtendRange(range, size);
      if (width > 1 && std::isfinite(size))
      {
        sizes.push_back(size);
      }
    }
    if (!sizes.empty())
    {
      tops.push_back(NinetyNinth(sizes));
    }
  }
}

/** From 0 to what the fastest hundredth exceeds in a frame of the middle, but at least a tenth of
 * that in the frame where it is largest. */
std::array<double, 2> ThroughTops(std::vector<double>& tops)
{
  const double most = *std::max_element(tops.begin(), tops.end());
  const auto middle = tops.begin() + static_cast<std::ptrdiff_t>(tops.size() / 2);
  std::nth_element(tops.begin(), middle, tops.end());
  return { 0.0, std::max(*middle, Least * most) };
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
      std::vector<double> tops;
      for (const char* group :
        { GM_GROUP_GRAINS, GM_GROUP_BODIES, GM_GROUP_CLUMPS, GM_GROUP_POINTS })
      {
        ExtendBy(range, tops, file,
          { group, GM_VTK_POINT_DATA, GM_VTK_POINT_DATA_OFFSETS, GM_VTK_VERTICES, false }, frames,
          array);
      }
      if (range[0] > range[1])
      {
        ExtendBy(range, tops, file,
          { GM_GROUP_CONTACTS, GM_VTK_CELL_DATA, GM_VTK_CELL_DATA_OFFSETS, "", true }, frames,
          array);
      }
      return tops.empty() ? range : ThroughTops(tops);
    }
  }
  catch (const std::exception&)
  {
  }
  return { 1.0, -1.0 };
}

}
