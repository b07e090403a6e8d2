// reader/polygons.cxx -- polygons of a static block of a result file.
//
// Room: plugin/reader.
#include "polygons.h"

#include "file/schema.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkPoints.h"
#include "vtkTypeInt64Array.h"

namespace granum
{

namespace
{

/** Offsets begin with 0, do not decrease and end with the number of corners. */
void DemandOffsets(const ResultFile& file, const std::string& dataset, vtkDataArray* offsets,
  std::uint64_t corners)
{
  double before = 0.0;
  const vtkIdType last = offsets->GetNumberOfTuples() - 1;
  for (vtkIdType i = 0; i <= last; ++i)
  {
    const double offset = offsets->GetComponent(i, 0);
    const bool bad = offset < before || offset > static_cast<double>(corners) ||
      (i == 0 && offset != 0.0) || (i == last && offset != static_cast<double>(corners));
    if (bad)
    {
      throw ResultError("'" + file.Path() + "': " + dataset + " has " +
        std::to_string(static_cast<std::int64_t>(offset)) + " in row " + std::to_string(i) +
        "; offsets from 0 to " + std::to_string(corners) + " that do not decrease are expected");
    }
    before = offset;
  }
}

}

vtkSmartPointer<vtkPolyData> ReadPolygons(ResultFile& file, const std::string& group,
  const std::string& owner)
{
  const std::string polygons = group + "/" GM_VTK_POLYGONS;
  const std::string data = group + "/" GM_VTK_CELL_DATA "/";
  const Range range = RangeOf(file, group, 0, GM_VTK_POLYGONS);
  auto surfaces = vtkSmartPointer<vtkPolyData>::New();
  surfaces->SetPoints(ReadPoints(file, group, 0, range.Points));
  const std::uint64_t count = CountAt(file, polygons + "/" GM_VTK_NUMBER_OF_IDS, 0);
  const auto offsets =
    ReadIntegers(file, polygons + "/" GM_VTK_OFFSETS, "", 0, range.Cells + 1, VTK_TYPE_INT64);
  DemandOffsets(file, polygons + "/" GM_VTK_OFFSETS, offsets, count);
  vtkNew<vtkCellArray> cells;
  cells->SetData(vtkTypeInt64Array::SafeDownCast(offsets),
    vtkTypeInt64Array::SafeDownCast(
      ReadIntegers(file, polygons + "/" GM_VTK_CONNECTIVITY, "", 0, count, VTK_TYPE_INT64)));
  surfaces->SetPolys(cells);
  const vtkIdType points = surfaces->GetNumberOfPoints();
  ForEachCell(surfaces,
    [&](vtkIdType, vtkIdList* corners)
    {
      for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
      {
        if (corners->GetId(i) < 0 || corners->GetId(i) >= points)
        {
          throw ResultError("'" + file.Path() + "': a cell of " + group + " names point " +
            std::to_string(corners->GetId(i)) + " of " + std::to_string(points));
        }
      }
    });

  for (const std::string& name : file.Children(group + "/" GM_VTK_CELL_DATA))
  {
    surfaces->GetCellData()->AddArray(
      ReadArray(file, data + name, ExpectedOf(file, name), name, 0, range.Cells));
  }
  if (!surfaces->GetCellData()->GetArray(owner.c_str()))
  {
    throw ResultError("'" + file.Path() + "' has no dataset " + data + owner);
  }
  return surfaces;
}

}
