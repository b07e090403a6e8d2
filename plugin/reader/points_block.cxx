// reader/points_block.cxx -- one vertex a material point; and any group of the layout of grains.
//
// Room: plugin/reader.
#include "blocks.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

#include <algorithm>
#include <cmath>

namespace granum
{

vtkSmartPointer<vtkPolyData> ReadVertices(ResultFile& file, const std::string& group,
  std::size_t frame, Piece piece)
{
  const Range range = RangeOf(file, group, frame, GM_VTK_VERTICES);
  const std::uint64_t skip = piece.First(range.Points);
  const std::uint64_t rows = piece.Last(range.Points) - skip;
  const std::string data = group + "/" GM_VTK_POINT_DATA;
  auto vertices = vtkSmartPointer<vtkPolyData>::New();
  vertices->SetPoints(ReadPoints(file, group, range.FirstPoint + skip, rows));
  vertices->SetVerts(OneVertexEach(static_cast<vtkIdType>(rows)));
  for (const std::string& name : file.Children(data))
  {
    const std::uint64_t first =
      skip + FirstRow(file, group, GM_VTK_POINT_DATA_OFFSETS, name, frame, range.FirstPoint);
    vertices->GetPointData()->AddArray(
      ReadArray(file, data + "/" + name, ExpectedOf(file, name), name, first, rows));
  }
  return vertices;
}

vtkSmartPointer<vtkPolyData> ReadMaterialPoints(ResultFile& file, std::size_t frame, Piece piece)
{
  const std::string group = GM_GROUP_POINTS;
  if (!file.Has(group))
  {
    return vtkSmartPointer<vtkPolyData>::New();
  }
  const auto points = ReadVertices(file, group, frame, piece);
  AddNames(file, points->GetFieldData());
  vtkDataArray* volume = points->GetPointData()->GetArray(GM_NAME_VOLUME);
  if (!volume)
  {
    throw ResultError(
      "'" + file.Path() + "' has no dataset " + group + "/" GM_VTK_POINT_DATA "/" GM_NAME_VOLUME);
  }
  vtkDataArray* thickness = points->GetFieldData()->GetArray(GM_ATTR_THICKNESS);
  vtkNew<vtkDoubleArray> size;
  size->SetName("size");
  size->SetNumberOfTuples(volume->GetNumberOfTuples());
  SetUnits(size, "m");
  for (vtkIdType i = 0; i < volume->GetNumberOfTuples(); ++i)
  {
    const double v = std::max(volume->GetComponent(i, 0), 0.0);
    size->SetValue(i, thickness ? std::sqrt(v / thickness->GetComponent(0, 0)) : std::cbrt(v));
  }
  points->GetPointData()->AddArray(size);
  return points;
}

}
