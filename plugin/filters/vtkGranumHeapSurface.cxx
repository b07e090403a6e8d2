#include "vtkGranumHeapSurface.h"

#include "arrays.h"
#include "grain_rows.h"
#include "ranks.h"

#include "analysis/heap_surface.h"

#include "vtkCellArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPointSet.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

vtkStandardNewMacro(vtkGranumHeapSurface);

namespace
{

void DrawHeap(const granum::HeapSurface& heap, bool flat, vtkPolyData* output)
{
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  std::vector<double> height;
  std::vector<vtkIdType> at(heap.Height.size(), -1);
  for (std::size_t n = 0; n < heap.Height.size(); ++n)
  {
    if (!std::isnan(heap.Height[n]))
    {
      const auto i = static_cast<int>(n) % heap.Count[0], j = static_cast<int>(n) / heap.Count[0];
      const double x = heap.Low[0] + i * heap.Spacing, y = heap.Low[1] + j * heap.Spacing;
      at[n] = flat ? points->InsertNextPoint(x, heap.Height[n], 0.0)
                   : points->InsertNextPoint(x, y, heap.Height[n]);
      height.push_back(heap.Height[n] - heap.Floor);
    }
  }
  vtkNew<vtkCellArray> cells;
  const auto wide = static_cast<std::size_t>(heap.Count[0]);
  for (std::size_t n = 0; n + 1 < at.size(); ++n)
  {
    if (n % wide + 1 == wide || (!flat && n + wide >= at.size()))
    {
      continue;
    }
    const vtkIdType quad[4] = { at[n], at[n + 1], flat ? 0 : at[n + wide + 1],
      flat ? 0 : at[n + wide] };
    if (*std::min_element(quad, quad + 4) >= 0)
    {
      cells->InsertNextCell(flat ? 2 : 4, quad);
    }
  }
  output->SetPoints(points);
  if (flat)
  {
    output->SetLines(cells);
  }
  else
  {
    output->SetPolys(cells);
  }
  output->GetPointData()->AddArray(granum::NumbersOf("height", "m", height));
}

std::string HeapInWords(const granum::HeapSurface& heap, double height, bool flat, bool cone)
{
  char text[200];
  std::snprintf(text, sizeof text,
    "%s below the surface: %.4g %s, height %.3g m\n%s %.1f ± %.1f degrees",
    flat ? "Area" : "Volume", heap.Volume, flat ? "m2" : "m3", height,
    cone ? "angle of repose" : "slope", heap.Angle, heap.Error);
  return text;
}

}

//----------------------------------------------------------------------------
vtkGranumHeapSurface::vtkGranumHeapSurface() { this->SetNumberOfOutputPorts(3); }

//----------------------------------------------------------------------------
int vtkGranumHeapSurface::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPointSet");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumHeapSurface::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 0 ? "vtkPolyData" : "vtkTable");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumHeapSurface::RequestData(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  vtkPointSet* data = vtkPointSet::GetData(inputs[0]);
  const granum::Particles all = granum::ParticlesIn(data);
  if (!all.Point.empty() && !(all.LargestRadius() > 0.0))
  {
    vtkErrorMacro("The particles have no point array 'radius' of one number above 0");
    return 0;
  }
  if (granum::Rank() != 0 || all.Point.empty())
  {
    return 1;
  }
  this->UsedSpacing = this->Spacing > 0.0
    ? this->Spacing
    : 2.0 * std::accumulate(all.Radius.begin(), all.Radius.end(), 0.0) /
      static_cast<double>(all.Radius.size());
  const bool cone = this->Shape == CONE;
  const auto heap = granum::SurfaceOf(all.Point, all.Radius, this->UsedSpacing, all.Flat, cone);
  vtkPolyData* output = vtkPolyData::GetData(outputs, 0);
  DrawHeap(heap, all.Flat, output);
  output->GetFieldData()->ShallowCopy(data->GetFieldData());
  double top = 0.0;
  for (const double height : heap.Height)
  {
    top = std::isnan(height) ? top : std::max(top, height - heap.Floor);
  }
  vtkNew<vtkStringArray> summary;
  summary->SetName("summary");
  summary->InsertNextValue(HeapInWords(heap, top, all.Flat, cone));
  vtkTable::GetData(outputs, 1)->AddColumn(summary);
  vtkTable* table = vtkTable::GetData(outputs, 2);
  table->AddColumn(granum::NumbersOf("volume", all.Flat ? "m2" : "m3", { heap.Volume }));
  table->AddColumn(granum::NumbersOf("height", "m", { top }));
  table->AddColumn(granum::NumbersOf("angle", "deg", { heap.Angle }));
  table->AddColumn(granum::NumbersOf("angle_error", "deg", { heap.Error }));
  table->AddColumn(granum::NumbersOf("axis_x", "m", { heap.Axis[0] }));
  table->AddColumn(granum::NumbersOf("axis_y", "m", { heap.Axis[1] }));
  return 1;
}
