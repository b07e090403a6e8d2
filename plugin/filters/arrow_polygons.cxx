// filters/arrow_polygons.cxx -- arrows as polygons of VTK.
//
// Room: plugin/filters.
#include "arrow_polygons.h"

#include "analysis/arrow_mesh.h"

namespace granum
{

std::size_t ArrowPolygons::Append(const ArrowMesh& mesh)
{
  const vtkIdType first = this->Points->GetNumberOfPoints();
  for (const Vector3& x : mesh.Points)
  {
    this->Points->InsertNextPoint(x.data());
  }
  for (const std::vector<std::size_t>& polygon : mesh.Polygons)
  {
    this->Cells->InsertNextCell(static_cast<vtkIdType>(polygon.size()));
    for (const std::size_t corner : polygon)
    {
      this->Cells->InsertCellPoint(first + static_cast<vtkIdType>(corner));
    }
  }
  return mesh.Polygons.size();
}

}
