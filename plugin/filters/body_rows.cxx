// filters/body_rows.cxx -- the structures of a result and how they moved over its history.
//
// Room: plugin/filters.  The reader makes a column NAME_STRUCTURE for each structure of
// the arrays structure_* of the history; the rest is field data of its port Structures.
#include "body_rows.h"

#include "arrays.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace granum
{

namespace
{

using Numbers = std::vector<double>;

/** The column of a structure; empty if there is none with that many components. */
Numbers ColumnOf(vtkTable* history, const char* array, const std::string& structure, int components)
{
  const std::string name = std::string(array) + "_" + structure;
  auto* column = vtkDataArray::SafeDownCast(history->GetColumnByName(name.c_str()));
  return column && column->GetNumberOfComponents() == components ? NumbersIn(column) : Numbers();
}

std::vector<Vector3> VectorsIn(const Numbers& numbers, std::size_t rows)
{
  std::vector<Vector3> vectors(rows, Vector3{ 0.0, 0.0, 0.0 });
  for (std::size_t k = 0; k < std::min(rows, numbers.size() / 3); ++k)
  {
    vectors[k] = { numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2] };
  }
  return vectors;
}

/** The row of a structure in a field array of three components; zeros without it. */
Vector3 FieldRow(vtkPolyData* structures, const char* name, std::int64_t row)
{
  Vector3 value = { 0.0, 0.0, 0.0 };
  vtkDataArray* array = Find(structures->GetFieldData(), name, 3);
  if (array && row < array->GetNumberOfTuples())
  {
    array->GetTuple(row, value.data());
  }
  return value;
}

/** Corners of the polygons of each structure, in the world. */
std::vector<std::vector<Vector3>> CornersOf(vtkPolyData* structures, std::size_t count)
{
  std::vector<std::vector<Vector3>> corners(count);
  const auto owner = IntegersIn(Find(structures->GetCellData(), GM_NAME_STRUCTURE_ID, 1));
  const auto ids = vtkSmartPointer<vtkIdList>::New();
  const auto cells = static_cast<std::size_t>(structures->GetNumberOfPolys());
  for (std::size_t c = 0; c < std::min(cells, owner.size()); ++c)
  {
    if (owner[c] < 0 || owner[c] >= static_cast<std::int64_t>(count))
    {
      continue;
    }
    structures->GetPolys()->GetCellAtId(static_cast<vtkIdType>(c), ids);
    for (vtkIdType i = 0; i < ids->GetNumberOfIds(); ++i)
    {
      Vector3 x;
      structures->GetPoint(ids->GetId(i), x.data());
      corners[static_cast<std::size_t>(owner[c])].push_back(x);
    }
  }
  return corners;
}

/** Centre of the bounding box of the corners in the frame of the body, whose pose now is
 * given. */
Vector3 CornersMiddle(const std::vector<Vector3>& corners, const double* position, const double* q)
{
  const double back[4] = { q[0], -q[1], -q[2], -q[3] };
  const double far = std::numeric_limits<double>::infinity();
  Vector3 low = { far, far, far }, high = { -far, -far, -far };
  for (const Vector3& x : corners)
  {
    const Vector3 body =
      Turned(back, { x[0] - position[0], x[1] - position[1], x[2] - position[2] });
    for (int i = 0; i < 3; ++i)
    {
      low[i] = std::min(low[i], body[i]);
      high[i] = std::max(high[i], body[i]);
    }
  }
  return { 0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2]) };
}

/** Fills what follows from the columns; false if the history has no poses of the body. */
bool CompleteBody(vtkTable* history, const std::vector<Vector3>& corners, const BodyRows& rows,
  Body& body)
{
  const std::size_t n = rows.Time.size();
  body.Position = ColumnOf(history, GM_NAME_STRUCTURE_POSITION, body.Name, 3);
  body.Orientation = ColumnOf(history, GM_NAME_STRUCTURE_ORIENTATION, body.Name, 4);
  if (body.Position.size() != 3 * n || body.Orientation.size() != 4 * n || n == 0)
  {
    return false;
  }
  const Numbers centre = ColumnOf(history, GM_NAME_STRUCTURE_CENTRE, body.Name, 3);
  if (body.Mass > 0.0 && centre.size() == 3 * n)
  {
    body.Centre = VectorsIn(centre, n);
    body.HasCentre = true;
  }
  else
  {
    const Vector3 middle = corners.empty()
      ? Vector3{ 0.0, 0.0, 0.0 }
      : CornersMiddle(corners, &body.Position[3 * rows.Now], &body.Orientation[4 * rows.Now]);
    body.Centre = PathOf(body.Position, body.Orientation, middle);
    body.HasCentre = !corners.empty();
  }
  for (const Vector3& x : corners)
  {
    const Vector3& c = body.Centre[rows.Now];
    const double away = LengthOf({ x[0] - c[0], x[1] - c[1], x[2] - c[2] });
    body.Size = std::isfinite(away) ? std::max(body.Size, away) : body.Size;
  }

  const auto vectors = [&](const char* array)
  { return VectorsIn(ColumnOf(history, array, body.Name, 3), n); };
  body.Force = vectors(GM_NAME_STRUCTURE_FORCE);
  body.Torque = vectors(GM_NAME_STRUCTURE_TORQUE);
  body.Momentum = vectors(GM_NAME_STRUCTURE_MOMENTUM);
  body.AngularMomentum = vectors(GM_NAME_STRUCTURE_ANGULAR);
  const std::vector<Vector3> origin = VectorsIn(body.Position, n);
  for (std::size_t k = 0; k < n; ++k)
  {
    body.Torque[k] = TorqueAbout(body.Centre[k], origin[k], body.Force[k], body.Torque[k]);
  }
  if (body.Mass > 0.0)
  {
    Numbers speed(n);
    std::transform(body.Momentum.begin(), body.Momentum.end(), speed.begin(),
      [&](const Vector3& p) { return LengthOf(p) / body.Mass; });
    body.Jumps = JumpsOf(body.Centre, speed, rows.Time, 2.0 * body.Size);
  }
  return true;
}

}

std::string ReadBodies(vtkTable* history, vtkPolyData* structures, const BodyChoice& choice,
  double now, BodyRows& rows)
{
  rows.Time = NumbersIn(Find(history->GetRowData(), GM_NAME_TIME, 1));
  if (history->GetNumberOfRows() == 0)
  {
    return ""; // of a rank without the history, or of a run that has not begun
  }
  if (rows.Time.empty())
  {
    return "The history has no column '" GM_NAME_TIME
           "' of one number; connect the port History of Granum Reader";
  }
  auto* names =
    vtkStringArray::SafeDownCast(structures->GetFieldData()->GetAbstractArray(GM_NAME_STRUCTURES));
  if (!names)
  {
    return "The structures have no field array '" GM_NAME_STRUCTURES
           "' of names; connect the port Structures of Granum Reader";
  }
  for (std::size_t k = 0; k < rows.Time.size(); ++k)
  {
    // A frame and its row have the same time, but for round-off.
    rows.Now = rows.Time[k] <= now + 1e-12 * std::fabs(now) ? k : rows.Now;
  }
  const Numbers mass = NumbersIn(Find(structures->GetFieldData(), GM_NAME_STRUCTURE_MASS, 1));
  const auto corners = CornersOf(structures, static_cast<std::size_t>(names->GetNumberOfValues()));
  for (vtkIdType s = 0; s < names->GetNumberOfValues(); ++s)
  {
    const auto row = static_cast<std::size_t>(s);
    Body body;
    body.Structure = s;
    body.Name = names->GetValue(s);
    body.Mass = row < mass.size() && std::isfinite(mass[row]) ? mass[row] : 0.0;
    if (!choice.Has(s, body.Mass) || !CompleteBody(history, corners[row], rows, body))
    {
      continue;
    }
    body.Spin = FieldRow(structures, GM_NAME_ANGULAR_VELOCITY, s);
    body.Velocity = FieldRow(structures, GM_NAME_VELOCITY, s);
    const Vector3& c = body.Centre[rows.Now];
    const double* o = &body.Position[3 * rows.Now];
    const Vector3 turning = Cross(body.Spin, { c[0] - o[0], c[1] - o[1], c[2] - o[2] });
    for (int i = 0; i < 3; ++i)
    {
      body.Velocity[i] += turning[i]; // of the origin, from the file
    }
    rows.Bodies.push_back(body);
  }
  return "";
}

}
