// filters/rose_sectors.cxx -- a rose of directions as a drawing.
//
// Room: plugin/filters.
#include "rose_sectors.h"

#include "arrays.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

constexpr int Steps = 360; // of the circle; a sector has as many as its share of it

vtkIdType AddPoint(vtkPoints* points, double radius, double turn)
{
  const double angle = 2.0 * vtkMath::Pi() * turn;
  return points->InsertNextPoint(radius * std::cos(angle), radius * std::sin(angle), 0.0);
}

}

void DrawRose(const std::vector<double>& density, const std::vector<double>& force,
  vtkPolyData* drawing)
{
  const auto sectors = static_cast<int>(density.size());
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> circle, polygons;
  points->SetDataTypeToDouble();

  circle->InsertNextCell(Steps + 1);
  for (int k = 0; k <= Steps; ++k)
  {
    circle->InsertCellPoint(AddPoint(points, 1.0, static_cast<double>(k) / Steps));
  }
  const int steps = std::max(1, Steps / std::max(1, sectors));
  // The arrays of cells have the lines first, as VTK numbers them.
  std::vector<double> angle = { 0.0 }, of = { 1.0 }, ofForce = { 1.0 };
  for (int i = 0; i < sectors; ++i)
  {
    polygons->InsertNextCell(steps + 2);
    polygons->InsertCellPoint(points->InsertNextPoint(0.0, 0.0, 0.0));
    for (int k = 0; k <= steps; ++k)
    {
      const double turn = (i - 0.5 + static_cast<double>(k) / steps) / sectors;
      polygons->InsertCellPoint(AddPoint(points, density[i], turn));
    }
    angle.push_back(i * 360.0 / sectors);
    of.push_back(density[i]);
    ofForce.push_back(force[i]);
  }
  drawing->SetPoints(points);
  drawing->SetLines(circle);
  drawing->SetPolys(polygons);
  drawing->GetCellData()->AddArray(NumbersOf("angle", "deg", angle));
  drawing->GetCellData()->AddArray(NumbersOf("density", "1", of));
  drawing->GetCellData()->AddArray(NumbersOf("force_density", "1", ofForce));
}

}
