// filters/particles.cxx -- points with radii, of any data, from all ranks.
//
// Room: plugin/filters.
#include "particles.h"

#include "arrays.h"
#include "grain_body.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkPointData.h"
#include "vtkPointSet.h"

#include <algorithm>
#include <numeric>

namespace granum
{

double Particles::LargestRadius() const
{
  return this->Radius.empty() ? 0.0 : *std::max_element(this->Radius.begin(), this->Radius.end());
}

Particles ParticlesIn(vtkPointSet* data)
{
  Particles particles;
  const auto count = static_cast<std::size_t>(data->GetNumberOfPoints());
  std::vector<double> places;
  for (std::size_t i = 0; i < count; ++i)
  {
    double x[3];
    data->GetPoint(static_cast<vtkIdType>(i), x);
    places.insert(places.end(), x, x + 3);
  }
  particles.Radius = NumbersIn(Find(data->GetPointData(), GM_NAME_RADIUS, 1));
  particles.Radius.resize(count, 0.0);
  particles.Id = IntegersIn(Find(data->GetPointData(), GM_NAME_ID, 1));
  std::vector<std::int64_t> rank(count, Rank());
  GatherOverRanks(places);
  GatherOverRanks(particles.Radius);
  GatherOverRanks(particles.Id);
  GatherOverRanks(rank);
  particles.First =
    static_cast<std::size_t>(std::lower_bound(rank.begin(), rank.end(), Rank()) - rank.begin());
  for (std::size_t i = 0; i < places.size(); i += 3)
  {
    particles.Point.push_back({ places[i], places[i + 1], places[i + 2] });
  }
  if (particles.Id.size() != particles.Point.size())
  {
    particles.Id.resize(particles.Point.size());
    std::iota(particles.Id.begin(), particles.Id.end(), 0);
  }
  particles.Flat = BodyOverRanks(data->GetFieldData()).Flat;
  return particles;
}

}
