// filters/grain_rows.cxx -- grains as numbers: a row a grain.
//
// Room: plugin/filters.
#include "grain_rows.h"

#include "arrays.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationDataObjectMetaDataKey.h"
#include "vtkInformationKeyLookup.h"
#include "vtkMath.h"
#include "vtkPointData.h"
#include "vtkPointSet.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"

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

// Volume and mass of a grain: a sphere, or a body in a plane.

namespace
{

double First(vtkFieldData* fields, const char* name, double absent)
{
  const std::vector<double> numbers = NumbersIn(Find(fields, name, 1));
  return numbers.empty() ? absent : numbers.front();
}

double Ball(double r) { return 4.0 / 3.0 * vtkMath::Pi() * r * r * r; }

}

double GrainBody::Volume(double r) const
{
  return this->Flat ? vtkMath::Pi() * r * r * this->Thickness : Ball(r);
}

double GrainBody::Mass(double r, double density) const
{
  return density * (this->Disc ? this->Volume(r) : Ball(r));
}

GrainBody BodyOf(vtkFieldData* fields)
{
  GrainBody body;
  const double thickness = First(fields, GM_ATTR_THICKNESS, 0.0);
  if (First(fields, GM_ATTR_DIMENSIONS, 3.0) != 2.0 || !(thickness > 0.0))
  {
    return body;
  }
  auto* grains = vtkStringArray::SafeDownCast(fields->GetAbstractArray(GM_ATTR_BODY));
  body.Flat = true;
  body.Disc = !grains || grains->GetNumberOfValues() == 0 || grains->GetValue(0) == "disc";
  body.Thickness = thickness;
  return body;
}

GrainBody BodyOverRanks(vtkFieldData* fields)
{
  const GrainBody here = BodyOf(fields);
  std::vector<double> all = { here.Flat ? 1.0 : 0.0, here.Disc ? 1.0 : 0.0,
    here.Flat ? here.Thickness : 0.0 };
  MaxOverRanks(all);
  GrainBody body;
  body.Flat = all[0] > 0.0;
  body.Disc = all[1] > 0.0;
  body.Thickness = body.Flat ? all[2] : 1.0;
  return body;
}

bool WillBeFlat(vtkInformation* connection)
{
  auto* key = dynamic_cast<vtkInformationDataObjectMetaDataKey*>(
    vtkInformationKeyLookup::Find("BODY", "vtkGranumReader"));
  vtkDataObject* data = key && connection->Has(key)
    ? vtkDataObject::SafeDownCast(connection->Get(key))
    : vtkDataObject::GetData(connection);
  return data && data->GetFieldData() && BodyOf(data->GetFieldData()).Flat;
}

// Points with radii, of any data, from all ranks.

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
