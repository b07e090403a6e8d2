// filters/grain_rows.cxx -- grains as numbers: a row a grain.
//
// Room: plugin/filters.
#include "grain_rows.h"

#include "arrays.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkPointData.h"
#include "vtkPolyData.h"

#include <algorithm>
#include <numeric>

namespace granum
{

void GrainRows::GatherEverywhere()
{
  GatherOverRanks(this->Id);
  GatherOverRanks(this->Radius);
  std::vector<std::size_t> order(this->Id.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
    [this](std::size_t i, std::size_t j) { return this->Id[i] < this->Id[j]; });
  GrainRows sorted;
  for (const std::size_t i : order)
  {
    sorted.Id.push_back(this->Id[i]);
    sorted.Radius.push_back(this->Radius[i]);
  }
  *this = std::move(sorted);
}

std::int64_t GrainRows::RowOf(std::int64_t id) const
{
  const auto found = std::lower_bound(this->Id.begin(), this->Id.end(), id);
  return found != this->Id.end() && *found == id ? found - this->Id.begin() : -1;
}

double GrainRows::RadiusOf(std::int64_t id) const
{
  const std::int64_t row = this->RowOf(id);
  return row >= 0 ? this->Radius[row] : 0.0;
}

std::string ReadGrainRows(vtkPolyData* grains, GrainRows& rows)
{
  if (grains->GetNumberOfPoints() == 0)
  {
    return "";
  }
  for (const char* name : { GM_NAME_ID, GM_NAME_RADIUS })
  {
    if (!Find(grains->GetPointData(), name, 1))
    {
      return std::string("The grains have no point array '") + name + "' of one number";
    }
  }
  rows.Id = IntegersIn(Find(grains->GetPointData(), GM_NAME_ID, 1));
  rows.Radius = NumbersIn(Find(grains->GetPointData(), GM_NAME_RADIUS, 1));
  return "";
}

}
