// filters/points.cxx -- some of the points of a data set.
//
// Room: plugin/filters.
#include "points.h"

#include "vtkCellArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
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
  for (int i = 0; i < to->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* array = to->GetArray(i);
    vtkDataArray* model = array ? from->GetArray(array->GetName()) : nullptr;
    if (model && model->GetInformation()->Has(vtkDataArray::UNITS_LABEL()))
    {
      array->GetInformation()->Set(vtkDataArray::UNITS_LABEL(),
        model->GetInformation()->Get(vtkDataArray::UNITS_LABEL()));
    }
  }
  some->SetPoints(points);
  some->SetVerts(cells);
  some->GetFieldData()->PassData(all->GetFieldData());
}

}
