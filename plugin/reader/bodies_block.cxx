// reader/bodies_block.cxx -- one vertex a copy of a mesh, or a clump of spheres.
//
// Room: plugin/reader.  Their groups have the layout of the grains.
#include "body_shapes.h"

#include "file/schema.h"

#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace granum
{

namespace
{

/** Makes the shapes blocks of ReadShapes(), where those of copies precede those of clumps. */
void NumberShapes(const ResultFile& file, const std::string& group, vtkDataArray* shape,
  const Shapes& shapes)
{
  const bool clumps = group == GM_GROUP_CLUMPS;
  const double first = clumps ? static_cast<double>(shapes.Copies) : 0.0;
  const double most = static_cast<double>(clumps ? shapes.Names.size() : shapes.Copies) - first;
  for (vtkIdType i = 0; i < shape->GetNumberOfTuples(); ++i)
  {
    const double own = shape->GetComponent(i, 0);
    if (own < 0.0 || own >= most)
    {
      throw ResultError("'" + file.Path() + "': a row of " + group + " has the shape " +
        std::to_string(static_cast<std::int64_t>(own)) + " of " +
        std::to_string(static_cast<std::int64_t>(most)));
    }
    shape->SetComponent(i, 0, own + first);
  }
}

void AddScale(vtkIdType rows, vtkPointData* data)
{
  if (data->GetArray(GM_NAME_SCALE))
  {
    return;
  }
  vtkNew<vtkDoubleArray> scale;
  scale->SetName(GM_NAME_SCALE);
  scale->SetNumberOfTuples(rows);
  scale->Fill(1.0);
  SetUnits(scale, "1");
  data->AddArray(scale);
}

/** The axis of the shape in the world, as a line without direction: z >= 0. */
std::array<double, 3> Turned(const std::array<double, 3>& axis, const double q[4])
{
  const double *u = q + 1, w = q[0];
  double across[3], twice[3];
  vtkMath::Cross(u, axis.data(), across);
  vtkMath::Cross(u, across, twice);
  std::array<double, 3> turned;
  for (int i = 0; i < 3; ++i)
  {
    turned[i] = axis[i] + 2.0 * (w * across[i] + twice[i]);
  }
  const bool down = turned[2] < 0.0 || (turned[2] == 0.0 && turned[1] < 0.0);
  for (double& x : turned)
  {
    x = down ? -x : x;
  }
  return turned;
}

void AddAxes(vtkPointData* data, const Shapes& shapes)
{
  vtkDataArray* shape = data->GetArray(GM_NAME_SHAPE);
  vtkDataArray* orientation = data->GetArray(GM_NAME_ORIENTATION);
  if (shapes.Axis.empty() || orientation->GetNumberOfComponents() != 4)
  {
    return;
  }
  const vtkIdType rows = shape->GetNumberOfTuples();
  vtkNew<vtkDoubleArray> axis, tilt;
  vtkNew<vtkUnsignedCharArray> color;
  axis->SetName("axis");
  axis->SetNumberOfComponents(3);
  tilt->SetName("tilt");
  color->SetName("axis_color");
  color->SetNumberOfComponents(3);
  for (vtkDataArray* array : { static_cast<vtkDataArray*>(axis), static_cast<vtkDataArray*>(tilt),
         static_cast<vtkDataArray*>(color) })
  {
    array->SetNumberOfTuples(rows);
  }
  for (vtkIdType i = 0; i < rows; ++i)
  {
    double q[4];
    orientation->GetTuple(i, q);
    const auto& own = shapes.Axis[static_cast<std::size_t>(shape->GetComponent(i, 0))];
    const bool none = own[0] == 0.0 && own[1] == 0.0 && own[2] == 0.0;
    const auto a = Turned(own, q);
    axis->SetTuple(i, a.data());
    tilt->SetValue(i,
      none ? std::numeric_limits<double>::quiet_NaN()
           : std::atan2(std::hypot(a[0], a[1]), std::abs(a[2])));
    for (int c = 0; c < 3; ++c)
    {
      const double part = std::min(std::abs(a[c]), 1.0);
      color->SetTypedComponent(i, c,
        none || !(part >= 0.0) ? 160 : static_cast<unsigned char>(std::lround(255.0 * part)));
    }
  }
  SetUnits(axis, "1");
  SetUnits(tilt, "rad");
  SetUnits(color, "1");
  data->AddArray(axis);
  data->AddArray(tilt);
  data->AddArray(color);
}

}

vtkSmartPointer<vtkPolyData> ReadBodyRows(ResultFile& file, const std::string& group,
  std::size_t frame, Piece piece, Shapes& shapes)
{
  if (!file.Has(group))
  {
    return vtkSmartPointer<vtkPolyData>::New();
  }
  KnowShapes(file, shapes);
  const std::string point = group + "/" GM_VTK_POINT_DATA "/";
  const auto bodies = ReadVertices(file, group, frame, piece);
  vtkPointData* data = bodies->GetPointData();
  for (const char* needed : { GM_NAME_SHAPE, GM_NAME_ORIENTATION })
  {
    if (!data->GetArray(needed))
    {
      throw ResultError("'" + file.Path() + "' has no dataset " + point + needed);
    }
  }
  NumberShapes(file, group, data->GetArray(GM_NAME_SHAPE), shapes);
  AddScale(bodies->GetNumberOfPoints(), data);
  AddAxes(data, shapes);
  vtkNew<vtkStringArray> names;
  names->SetName(GM_NAME_SHAPES);
  for (const std::string& name : shapes.Names)
  {
    names->InsertNextValue(name);
  }
  bodies->GetFieldData()->AddArray(names);
  AddNames(file, bodies->GetFieldData());
  return bodies;
}

}
