// reader/grains_block.cxx -- one vertex a grain.
//
// Room: plugin/reader.  The vertices are never read: in our files they are the
// identity, shared by all frames.  A plain VTKHDF file has its points shown in the
// same way, whatever cells it has.
#include "blocks.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkDataArray.h"
#include "vtkDataArraySelection.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

namespace granum
{

vtkSmartPointer<vtkPolyData> ReadGrains(ResultFile& file, std::size_t frame, Piece piece,
  vtkDataArraySelection* wanted)
{
  const std::string group = GM_GROUP_GRAINS;
  const std::string data = group + "/" GM_VTK_POINT_DATA "/";
  const Range range = RangeOf(file, group, frame, GM_VTK_VERTICES);
  const std::uint64_t skip = piece.First(range.Points);
  const std::uint64_t rows = piece.Last(range.Points) - skip;

  auto grains = vtkSmartPointer<vtkPolyData>::New();
  grains->SetPoints(ReadPoints(file, group, range.FirstPoint + skip, rows));
  grains->SetVerts(OneVertexEach(static_cast<vtkIdType>(rows)));

  for (const std::string& name : GrainArrays(file))
  {
    if (!wanted->ArrayIsEnabled(name.c_str()))
    {
      continue;
    }
    const std::uint64_t first =
      skip + FirstRow(file, group, GM_VTK_POINT_DATA_OFFSETS, name, frame, range.FirstPoint);
    const Expected expected = ExpectedOf(file, name);
    if (name == GM_NAME_ID &&
      Expected{ Expected::Integers, {} }.Fits(file.Open(data + name, expected).Shape()))
    {
      grains->GetPointData()->SetGlobalIds(
        ReadIntegers(file, data + name, name, first, rows, VTK_ID_TYPE));
    }
    else
    {
      grains->GetPointData()->AddArray(ReadArray(file, data + name, expected, name, first, rows));
    }
  }
  AddNames(file, grains->GetFieldData());
  return grains;
}

}
