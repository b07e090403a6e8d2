// filters/points.cxx -- some of the points of a data set.
//
// Room: plugin/filters.
#include "points.h"

#include "arrays.h"

#include "vtkCellArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

namespace granum
{

void CopyPoints(vtkPolyData* all, const std::vector<vtkIdType>& rows, vtkPolyData* some)
{
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> cells;
  vtkPointData* from = all->GetPointData();
  vtkPointData* to = some->GetPointData();
  to->CopyAllOn();
  to->CopyGlobalIdsOn();
  to->CopyAllocate(from, static_cast<vtkIdType>(rows.size()));
  for (const vtkIdType row : rows)
  {
    const vtkIdType place = points->InsertNextPoint(all->GetPoint(row));
    cells->InsertNextCell(1, &place);
    to->CopyData(from, row, place);
  }
  KeepUnits(from, to);
  some->SetPoints(points);
  some->SetVerts(cells);
  some->GetFieldData()->PassData(all->GetFieldData());
}

}
