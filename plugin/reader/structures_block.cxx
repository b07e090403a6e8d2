// reader/structures_block.cxx -- surfaces in the world, at the time of a frame.
//
// Room: plugin/reader.
#include "blocks.h"

#include "looks.h"
#include "polygons.h"
#include "pose.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataArraySelection.h"
#include "vtkIdList.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

#include <algorithm>

namespace granum
{

namespace
{

/** Reads the surfaces and gives each structure points of its own, since structures
 * move one by one. */
void ReadBodies(ResultFile& file, Bodies& bodies)
{
  const auto surfaces = ReadPolygons(file, GM_GROUP_STRUCTURES, GM_NAME_STRUCTURE_ID);
  bodies.CellOwner = OwnersIn(surfaces->GetCellData()->GetArray(GM_NAME_STRUCTURE_ID));
  vtkNew<vtkPoints> points;
  points->SetDataType(surfaces->GetPoints()->GetDataType());
  vtkNew<vtkCellArray> cells;
  std::map<std::pair<std::int64_t, vtkIdType>, vtkIdType> placed;
  bodies.Owner.clear();
  ForEachCell(surfaces,
    [&](vtkIdType row, vtkIdList* corners)
    {
      const std::int64_t s = bodies.CellOwner[static_cast<std::size_t>(row)];
      for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
      {
        const vtkIdType corner = corners->GetId(i);
        const auto entry = placed.try_emplace({ s, corner }, points->GetNumberOfPoints());
        if (entry.second)
        {
          points->InsertNextPoint(surfaces->GetPoint(corner));
          bodies.Owner.push_back(s);
        }
        corners->SetId(i, entry.first->second);
      }
      cells->InsertNextCell(corners);
    });
  surfaces->SetPoints(points);
  surfaces->SetPolys(cells);
  bodies.Surfaces = surfaces;
}

/** The surfaces with the surface sums of their cells up to a frame, if the file has them. */
vtkSmartPointer<vtkPolyData> WithSums(ResultFile& file, std::size_t frame, vtkPolyData* surfaces)
{
  auto with = vtkSmartPointer<vtkPolyData>::New();
  with->ShallowCopy(surfaces);
  if (frame == NoFrame || !file.Has(GM_GROUP_SUMS))
  {
    return with;
  }
  const auto cells = static_cast<std::uint64_t>(surfaces->GetNumberOfCells());
  for (const std::string& name : file.Children(GM_GROUP_SUMS))
  {
    const std::string dataset = GM_GROUP_SUMS "/" + name;
    Expected expected = Expected::Free(Expected::Numbers, 3);
    expected.LeastInRow = 0;
    expected.MostInRow = VTK_INT_MAX;
    const Table table = file.Open(dataset, expected);
    const Shape& shape = table.Shape();
    const std::uint64_t width = shape.Dimensions.size() > 2 ? shape.Dimensions[2] : 1;
    const bool single = name != GM_NAME_IMPULSE && name != GM_NAME_IMPACT_SPECTRUM;
    if (shape.Dimensions.size() != (single ? 2 : 3) || shape.Dimensions[1] != cells || width == 0 ||
      (name == GM_NAME_IMPULSE && width != 3))
    {
      throw ResultError("'" + file.Path() + "': " + dataset + " has " + Described(shape) +
        ", which are not the sums of the " + std::to_string(cells) +
        " cells of " GM_GROUP_STRUCTURES);
    }
    const auto all = ReadArray(file, dataset, expected, name, frame, 1);
    const auto array = vtkSmartPointer<vtkDataArray>::Take(all->NewInstance());
    array->SetName(name.c_str());
    array->SetNumberOfComponents(static_cast<int>(width));
    array->SetNumberOfTuples(static_cast<vtkIdType>(cells));
    for (vtkIdType c = 0; c < array->GetNumberOfTuples(); ++c)
    {
      for (int i = 0; i < static_cast<int>(width); ++i)
      {
        array->SetComponent(c, i,
          all->GetComponent(0, static_cast<int>(c) * static_cast<int>(width) + i));
      }
    }
    SetUnits(array, shape.Units);
    with->GetCellData()->AddArray(array);
  }
  return with;
}

/** Cells and points of the structures that are present. */
vtkSmartPointer<vtkPolyData> Present(vtkPolyData* surfaces, const Bodies& bodies, vtkPoints* points,
  const std::vector<Pose>& poses)
{
  auto structures = vtkSmartPointer<vtkPolyData>::New();
  vtkNew<vtkPoints> kept;
  kept->SetDataType(points->GetDataType());
  std::vector<vtkIdType> place(bodies.Owner.size(), -1);
  for (std::size_t i = 0; i < place.size(); ++i)
  {
    if (poses[static_cast<std::size_t>(bodies.Owner[i])].Present)
    {
      place[i] = kept->InsertNextPoint(points->GetPoint(static_cast<vtkIdType>(i)));
    }
  }
  vtkCellData* from = surfaces->GetCellData();
  vtkCellData* to = structures->GetCellData();
  to->CopyAllOn();
  to->CopyAllocate(from, bodies.Surfaces->GetNumberOfCells());
  vtkNew<vtkCellArray> cells;
  ForEachCell(bodies.Surfaces,
    [&](vtkIdType row, vtkIdList* corners)
    {
      const std::int64_t s = bodies.CellOwner[static_cast<std::size_t>(row)];
      if (!poses[static_cast<std::size_t>(s)].Present)
      {
        return;
      }
      for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
      {
        corners->SetId(i, place[corners->GetId(i)]);
      }
      to->CopyData(from, row, cells->InsertNextCell(corners));
    });
  structures->SetPoints(kept);
  structures->SetPolys(cells);
  return structures;
}

}

vtkSmartPointer<vtkPolyData> ReadStructures(ResultFile& file, std::size_t frame, Bodies& bodies,
  vtkDataArraySelection* wanted)
{
  auto structures = vtkSmartPointer<vtkPolyData>::New();
  if (!file.Has(GM_GROUP_STRUCTURES))
  {
    return structures;
  }
  if (!bodies.Surfaces)
  {
    ReadBodies(file, bodies);
  }
  std::vector<Pose> poses = ReadPoses(file, frame);
  const std::vector<std::string> names = StructureNames(file);
  for (std::size_t s = 0; s < std::min(poses.size(), names.size()); ++s)
  {
    poses[s].Present = poses[s].Present && wanted->ArrayIsEnabled(names[s].c_str()) != 0;
  }
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_DOUBLE);
  points->SetNumberOfPoints(bodies.Surfaces->GetNumberOfPoints());
  bool all = true;
  for (const std::int64_t s : bodies.CellOwner)
  {
    all = PoseOf(file, poses, s, GM_GROUP_STRUCTURES).Present && all;
  }
  for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i)
  {
    const Pose& pose = PoseOf(file, poses, bodies.Owner[i], GM_GROUP_STRUCTURES);
    double x[3];
    bodies.Surfaces->GetPoint(i, x);
    pose.Place(x);
    points->SetPoint(i, x);
  }
  const auto surfaces = WithSums(file, frame, bodies.Surfaces);
  if (all)
  {
    structures->ShallowCopy(surfaces);
    structures->SetPoints(points);
  }
  else
  {
    structures = Present(surfaces, bodies, points, poses);
    for (int i = 0; i < structures->GetCellData()->GetNumberOfArrays(); ++i)
    {
      vtkDataArray* array = structures->GetCellData()->GetArray(i);
      const std::string sum = GM_GROUP_SUMS "/" + std::string(array->GetName());
      const std::string still =
        GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" + std::string(array->GetName());
      SetUnits(array, file.Text(file.Has(still) ? still : sum, GM_ATTR_UNITS));
    }
  }
  AddNames(file, structures->GetFieldData());
  AddAudit(file, structures->GetFieldData());
  AddFindings(file, structures->GetFieldData());
  AddMasses(file, structures->GetFieldData());
  AddPoses(poses, structures->GetFieldData());
  AddMotion(file, frame, structures->GetFieldData());
  FindMoving(file, bodies.Moving, bodies.MovingFrames);
  vtkNew<vtkIntArray> moving;
  moving->SetName("moving");
  for (const int m : bodies.Moving)
  {
    moving->InsertNextValue(m);
  }
  structures->GetFieldData()->AddArray(moving);
  AddLooks(file, bodies, structures);
  return structures;
}

}
