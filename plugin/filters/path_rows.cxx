// filters/path_rows.cxx -- the paths of bodies as lines with arrays.
//
// Room: plugin/filters.
#include "path_rows.h"

#include "arrays.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"

#include <algorithm>

namespace granum
{

PathRows::PathRows()
  : Points(vtkSmartPointer<vtkPoints>::New())
  , Lines(vtkSmartPointer<vtkCellArray>::New())
  , Owner(NewIntegers(GM_NAME_STRUCTURE_ID, 0))
  , LineOwner(NewIntegers(GM_NAME_STRUCTURE_ID, 0))
  , Name(vtkSmartPointer<vtkStringArray>::New())
{
  this->Points->SetDataTypeToDouble();
  this->Name->SetName("name");
}

void PathRows::Append(const Body& body, const std::vector<Vector3>& path,
  const std::vector<double>& time, std::size_t end)
{
  for (const PathPart& part : PartsOf(path, time, body.Jumps))
  {
    const std::size_t last = std::min(part.End, end);
    if (last < part.First + 2)
    {
      continue; // no line through one point
    }
    const std::vector<double> speed = SpeedsIn(part, path, time);
    this->Lines->InsertNextCell(static_cast<vtkIdType>(last - part.First));
    for (std::size_t k = part.First; k < last; ++k)
    {
      this->Lines->InsertCellPoint(this->Points->InsertNextPoint(path[k].data()));
      this->Time.push_back(time[k]);
      this->Speed.push_back(speed[k - part.First]);
      this->Owner->InsertNextValue(static_cast<int>(body.Structure));
    }
    this->LineOwner->InsertNextValue(static_cast<int>(body.Structure));
    this->Name->InsertNextValue(body.Name);
  }
}

void PathRows::Fill(vtkPolyData* output) const
{
  output->SetPoints(this->Points);
  output->SetLines(this->Lines);
  output->GetPointData()->AddArray(NumbersOf(GM_NAME_TIME, "s", this->Time));
  output->GetPointData()->AddArray(NumbersOf("speed", "m/s", this->Speed));
  output->GetPointData()->AddArray(this->Owner);
  output->GetCellData()->AddArray(this->LineOwner);
  output->GetCellData()->AddArray(this->Name);
}

}
