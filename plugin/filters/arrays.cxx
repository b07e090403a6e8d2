// filters/arrays.cxx -- arrays of VTK made and read by the filters.
//
// Room: plugin/filters.
#include "arrays.h"

#include "vtkCellArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

#include <cmath>

namespace granum
{

void SetUnit(vtkDataArray* array, const char* unit)
{
  array->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), unit);
}

vtkSmartPointer<vtkDoubleArray> NewNumbers(const char* name, const char* unit, vtkIdType rows,
  int components)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(rows);
  array->Fill(0.0);
  SetUnit(array, unit);
  return array;
}

vtkSmartPointer<vtkDoubleArray> NumbersOf(const char* name, const char* unit,
  const std::vector<double>& values, int components)
{
  auto array =
    NewNumbers(name, unit, static_cast<vtkIdType>(values.size()) / components, components);
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  return array;
}

vtkSmartPointer<vtkIntArray> NewIntegers(const char* name, vtkIdType rows)
{
  auto array = vtkSmartPointer<vtkIntArray>::New();
  array->SetName(name);
  array->SetNumberOfTuples(rows);
  array->Fill(0);
  SetUnit(array, "1");
  return array;
}

void KeepUnits(vtkFieldData* from, vtkFieldData* to)
{
  for (int i = 0; i < to->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* array = to->GetArray(i);
    vtkDataArray* model = array ? from->GetArray(array->GetName()) : nullptr;
    if (model && model->GetInformation()->Has(vtkDataArray::UNITS_LABEL()))
    {
      SetUnit(array, model->GetInformation()->Get(vtkDataArray::UNITS_LABEL()));
    }
  }
}

vtkDataArray* Find(vtkFieldData* fields, const char* name, int components)
{
  vtkDataArray* array = fields->GetArray(name);
  return array && array->GetNumberOfComponents() == components ? array : nullptr;
}

std::vector<double> NumbersIn(vtkDataArray* array)
{
  std::vector<double> values;
  if (array)
  {
    const int components = array->GetNumberOfComponents();
    values.resize(static_cast<std::size_t>(array->GetNumberOfTuples()) * components);
    for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
    {
      array->GetTuple(i, &values[static_cast<std::size_t>(i) * components]);
    }
  }
  return values;
}

std::vector<std::int64_t> IntegersIn(vtkDataArray* array)
{
  std::vector<std::int64_t> values;
  for (const double value : NumbersIn(array)) // exact up to 2^53
  {
    values.push_back(static_cast<std::int64_t>(std::llround(value)));
  }
  return values;
}

vtkPolyData* PolyDataAt(vtkInformationVector** inputs, int port)
{
  return inputs[port]->GetNumberOfInformationObjects() > 0 ? vtkPolyData::GetData(inputs[port])
                                                           : nullptr;
}

// Some of the points of a data set.

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
