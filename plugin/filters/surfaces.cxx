// filters/surfaces.cxx -- the nearest cell of a structure, or of a patch of it.
//
// Room: plugin/filters.
#include "surfaces.h"

#include "arrays.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkGenericCell.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStaticCellLocator.h"

#include <cmath>

namespace granum
{

void SurfacePart::Build(vtkPolyData* all)
{
  if (this->Locator)
  {
    return;
  }
  vtkNew<vtkCellArray> cells;
  vtkNew<vtkIdList> corners;
  for (const vtkIdType cell : this->Cells)
  {
    all->GetPolys()->GetCellAtId(cell, corners);
    cells->InsertNextCell(corners);
  }
  this->Surface = vtkSmartPointer<vtkPolyData>::New();
  this->Surface->SetPoints(all->GetPoints());
  this->Surface->SetPolys(cells);
  this->Locator = vtkSmartPointer<vtkStaticCellLocator>::New();
  this->Locator->SetDataSet(this->Surface);
  this->Locator->BuildLocator();
}

double SurfacePart::DistanceWithin(vtkPolyData* all, const double x[3], double radius)
{
  this->Build(all);
  double where[3], square = 0.0;
  vtkIdType cell = -1;
  int sub, inside = 0;
  vtkNew<vtkGenericCell> scratch;
  const bool found = radius > 0.0 &&
    this->Locator->FindClosestPointWithinRadius(const_cast<double*>(x), radius, where, scratch,
      cell, sub, square, inside) != 0;
  return found ? std::sqrt(square) : std::nan("");
}

vtkIdType SurfacePart::Nearest(vtkPolyData* all, const double x[3], double& distance)
{
  this->Build(all);
  double where[3], square = 0.0;
  vtkIdType cell = -1;
  int sub;
  vtkNew<vtkGenericCell> scratch;
  this->Locator->FindClosestPoint(x, where, scratch, cell, sub, square);
  distance = std::sqrt(square);
  return cell >= 0 ? this->Cells[cell] : -1;
}

Surfaces::Surfaces(vtkPolyData* all)
  : All(all)
  , Owner(IntegersIn(Find(all->GetCellData(), GM_NAME_STRUCTURE_ID, 1)))
{
  const auto patch = IntegersIn(Find(all->GetCellData(), GM_NAME_PATCH, 1));
  for (std::size_t c = 0; c < this->Owner.size(); ++c)
  {
    const auto cell = static_cast<vtkIdType>(c);
    this->Parts[{ this->Owner[c], -1 }].Cells.push_back(cell);
    if (!patch.empty())
    {
      this->Parts[{ this->Owner[c], patch[c] }].Cells.push_back(cell);
    }
  }
}

SurfacePart* Surfaces::PartOf(std::int64_t structure, std::int64_t patch)
{
  auto part = this->Parts.find({ structure, patch });
  if (part == this->Parts.end())
  {
    part = this->Parts.find({ structure, -1 });
  }
  return part == this->Parts.end() ? nullptr : &part->second;
}

vtkIdType Surfaces::Nearest(std::int64_t structure, std::int64_t patch, const double x[3],
  double& distance)
{
  SurfacePart* part = this->PartOf(structure, patch);
  return part ? part->Nearest(this->All, x, distance) : -1;
}

double Surfaces::DistanceWithin(std::int64_t structure, std::int64_t patch, const double x[3],
  double radius)
{
  SurfacePart* part = this->PartOf(structure, patch);
  return part ? part->DistanceWithin(this->All, x, radius) : std::nan("");
}

bool Surfaces::IsWithin(std::int64_t structure, const double x[3], double radius)
{
  return !std::isnan(this->DistanceWithin(structure, -1, x, radius));
}

}
