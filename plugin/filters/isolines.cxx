// filters/isolines.cxx -- lines, or surfaces, on which a distance has a value.
//
// Room: plugin/filters.
#include "isolines.h"

#include "arrays.h"

#include "file/schema.h"

#include "vtkAppendPolyData.h"
#include "vtkCellData.h"
#include "vtkContourFilter.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkUnstructuredGrid.h"

#include <cmath>

namespace granum
{

namespace
{

constexpr double Alike = 1e-6; // intervals

}

std::vector<Level> LevelsBetween(double low, double high, double interval, double radius)
{
  std::vector<Level> levels;
  for (double k = std::ceil(low / interval); k * interval <= high; k += 1.0)
  {
    if (!(radius > 0.0) || std::abs(k * interval - radius) > Alike * interval)
    {
      levels.push_back({ k * interval, Level::EVERY });
    }
  }
  if (radius > 0.0)
  {
    levels.push_back({ radius, Level::TOUCHING });
  }
  return levels;
}

void AddIsolines(vtkUnstructuredGrid* cells, vtkDataArray* distance,
  const std::vector<Level>& levels, vtkPolyData* lines)
{
  vtkNew<vtkUnstructuredGrid> bare;
  bare->CopyStructure(cells);
  bare->GetPointData()->SetScalars(distance);
  vtkNew<vtkAppendPolyData> all;
  all->AddInputData(lines);
  for (const Level& level : levels)
  {
    vtkNew<vtkContourFilter> contour;
    contour->SetInputData(bare);
    contour->SetValue(0, level.Value);
    contour->ComputeNormalsOff();
    contour->ComputeScalarsOff();
    contour->SetOutputPointsPrecision(vtkAlgorithm::DOUBLE_PRECISION);
    contour->Update();
    vtkPolyData* found = contour->GetOutput();
    if (found->GetNumberOfCells() == 0)
    {
      continue; // appended, it would take the arrays of the others away
    }
    const auto value = NewNumbers(GM_NAME_DISTANCE, "m", found->GetNumberOfPoints());
    value->Fill(level.Value);
    const auto meaning = NewIntegers("isoline", found->GetNumberOfCells());
    meaning->Fill(level.Meaning);
    found->GetPointData()->Initialize();
    found->GetPointData()->AddArray(value);
    found->GetCellData()->Initialize();
    found->GetCellData()->AddArray(meaning);
    all->AddInputData(found);
  }
  all->SetOutputPointsPrecision(vtkAlgorithm::DOUBLE_PRECISION);
  all->Update();
  lines->ShallowCopy(all->GetOutput());
  if (vtkDataArray* value = lines->GetPointData()->GetArray(GM_NAME_DISTANCE))
  {
    SetUnit(value, "m"); // a unit does not survive appending
  }
}

}
