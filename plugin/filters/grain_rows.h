/**
 * filters/grain_rows.h -- grains as numbers: one row per grain.
 *
 * Room: plugin/filters.  Any poly data of points will do.
 */
#ifndef granum_filters_grain_rows_h
#define granum_filters_grain_rows_h

#include <cstdint>
#include <string>
#include <vector>

class vtkPolyData;

namespace granum
{

struct GrainRows
{
  std::vector<std::int64_t> Id; /**< [n] 1  */
  std::vector<double> Radius; /**< [n] m  */

  /** Makes the rows of all ranks known on every one, sorted by id.  Collective. */
  void GatherEverywhere();

  /** Row of the grain with that id, -1 if there is none.  Requires: rows sorted by id. */
  std::int64_t RowOf(std::int64_t id) const;

  /** Of the grain with that id, 0 if there is none.  Requires: rows sorted by id. */
  double RadiusOf(std::int64_t id) const;
};

/** Reads id and radius.  Returns "", or a message that names the missing array.  Without
 * points no array is needed. */
std::string ReadGrainRows(vtkPolyData* grains, GrainRows& rows);

}

#endif
