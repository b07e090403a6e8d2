// reader/sites_block.cxx -- virtual particles in the world, at the time of a frame.
//
// Room: plugin/reader.
#include "blocks.h"

#include "pose.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkDataArray.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

namespace granum
{

namespace
{

vtkSmartPointer<vtkPolyData> ReadBody(ResultFile& file)
{
  const std::string group = GM_GROUP_SITES;
  const std::string data = group + "/" GM_VTK_POINT_DATA "/";
  const Range range = RangeOf(file, group, 0, GM_VTK_VERTICES);
  auto body = vtkSmartPointer<vtkPolyData>::New();
  body->SetPoints(ReadPoints(file, group, 0, range.Points));
  for (const std::string& name : file.Children(group + "/" GM_VTK_POINT_DATA))
  {
    body->GetPointData()->AddArray(
      ReadArray(file, data + name, ExpectedOf(file, name), name, 0, range.Points));
  }
  if (!body->GetPointData()->GetArray(GM_NAME_STRUCTURE_ID))
  {
    throw ResultError("'" + file.Path() + "' has no dataset " + data + GM_NAME_STRUCTURE_ID);
  }
  return body;
}

/** Sites of the structures that are present, and their structures. */
vtkSmartPointer<vtkIdList> PresentSites(ResultFile& file, const std::vector<Pose>& poses,
  const std::vector<std::int64_t>& owner)
{
  auto rows = vtkSmartPointer<vtkIdList>::New();
  rows->Allocate(static_cast<vtkIdType>(owner.size()));
  for (std::size_t i = 0; i < owner.size(); ++i)
  {
    if (PoseOf(file, poses, owner[i], GM_GROUP_SITES).Present)
    {
      rows->InsertNextId(static_cast<vtkIdType>(i));
    }
  }
  return rows;
}

/** The rows of an array, with its name and unit; the array itself if these are all. */
vtkSmartPointer<vtkDataArray> RowsOf(ResultFile& file, vtkDataArray* array, vtkIdList* rows)
{
  if (rows->GetNumberOfIds() == array->GetNumberOfTuples())
  {
    return array;
  }
  const auto kept = vtkSmartPointer<vtkDataArray>::Take(array->NewInstance());
  const std::string name = array->GetName();
  kept->SetName(name.c_str());
  kept->SetNumberOfComponents(array->GetNumberOfComponents());
  kept->SetNumberOfTuples(rows->GetNumberOfIds());
  array->GetTuples(rows, kept);
  SetUnits(kept, file.Text(GM_GROUP_SITES "/" GM_VTK_POINT_DATA "/" + name, GM_ATTR_UNITS));
  return kept;
}

/** Normals turned with their body, in the precision of the file. */
vtkSmartPointer<vtkDataArray> TurnedNormals(ResultFile& file, vtkDataArray* normals,
  const std::vector<std::int64_t>& owner, const std::vector<Pose>& poses)
{
  const auto turned = vtkSmartPointer<vtkDataArray>::Take(normals->NewInstance());
  turned->SetName(normals->GetName());
  turned->SetNumberOfComponents(3);
  turned->SetNumberOfTuples(normals->GetNumberOfTuples());
  for (vtkIdType i = 0; i < normals->GetNumberOfTuples(); ++i)
  {
    double n[3];
    normals->GetTuple(i, n);
    PoseOf(file, poses, owner[static_cast<std::size_t>(i)], GM_GROUP_SITES).Turn(n);
    turned->SetTuple(i, n);
  }
  SetUnits(turned,
    file.Text(GM_GROUP_SITES "/" GM_VTK_POINT_DATA "/" GM_NAME_NORMAL, GM_ATTR_UNITS));
  return turned;
}

}

vtkSmartPointer<vtkPolyData> ReadSites(ResultFile& file, std::size_t frame, Sites& sites)
{
  auto posed = vtkSmartPointer<vtkPolyData>::New();
  if (!file.Has(GM_GROUP_SITES))
  {
    return posed;
  }
  if (!sites.Body)
  {
    sites.Body = ReadBody(file);
  }
  const std::vector<Pose> poses = ReadPoses(file, frame);
  vtkPointData* from = sites.Body->GetPointData();
  const auto rows = PresentSites(file, poses, OwnersIn(from->GetArray(GM_NAME_STRUCTURE_ID)));
  for (int i = 0; i < from->GetNumberOfArrays(); ++i)
  {
    posed->GetPointData()->AddArray(RowsOf(file, from->GetArray(i), rows));
  }
  const auto owner = OwnersIn(posed->GetPointData()->GetArray(GM_NAME_STRUCTURE_ID));
  vtkDataArray* normals = posed->GetPointData()->GetArray(GM_NAME_NORMAL);
  if (normals && normals->GetNumberOfComponents() == 3)
  {
    posed->GetPointData()->SetNormals(TurnedNormals(file, normals, owner, poses));
  }
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_DOUBLE);
  points->SetNumberOfPoints(rows->GetNumberOfIds());
  for (vtkIdType i = 0; i < rows->GetNumberOfIds(); ++i)
  {
    double x[3];
    sites.Body->GetPoint(rows->GetId(i), x);
    PoseOf(file, poses, owner[static_cast<std::size_t>(i)], GM_GROUP_SITES).Place(x);
    points->SetPoint(i, x);
  }
  posed->SetPoints(points);
  posed->SetVerts(OneVertexEach(rows->GetNumberOfIds()));
  AddNames(file, posed->GetFieldData());
  AddPoses(poses, posed->GetFieldData());
  return posed;
}

}
