// filters/load_view.cxx -- structures that are looked at, and forces on them as arrows.
//
// Room: plugin/filters.
#include "load_view.h"

#include "arrays.h"
#include "arrow_rows.h"

#include "analysis/body_path.h"
#include "analysis/surface_load.h"
#include "file/schema.h"

#include "vtkBoundingBox.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

constexpr double Turning = 1e-6; // rad/s
constexpr double Pi = 3.14159265358979323846;

Vector3 VectorInRow(vtkPolyData* data, const char* name, std::int64_t row)
{
  vtkDataArray* array = Find(data->GetFieldData(), name, 3);
  Vector3 v = { 0, 0, 0 };
  if (array && row < array->GetNumberOfTuples())
  {
    array->GetTuple(row, v.data());
  }
  return v;
}

vtkStringArray* NamesIn(vtkPolyData* structures)
{
  return vtkStringArray::SafeDownCast(
    structures->GetFieldData()->GetAbstractArray(GM_NAME_STRUCTURES));
}

std::int64_t CountOf(vtkPolyData* structures)
{
  if (vtkStringArray* names = NamesIn(structures))
  {
    return names->GetNumberOfValues();
  }
  std::int64_t last = -1;
  for (const std::int64_t s : IntegersIn(Find(structures->GetCellData(), GM_NAME_STRUCTURE_ID, 1)))
  {
    last = std::max(last, s);
  }
  return last + 1;
}

/** 2: turns at some time, 1: moves, 0: stands still. */
int MovingOf(vtkPolyData* structures, std::int64_t s)
{
  if (vtkDataArray* moving = Find(structures->GetFieldData(), "moving", 1))
  {
    return s < moving->GetNumberOfTuples() ? static_cast<int>(moving->GetComponent(s, 0)) : 0;
  }
  return LengthOf(VectorInRow(structures, GM_NAME_ANGULAR_VELOCITY, s)) > Turning ? 2
    : LengthOf(VectorInRow(structures, GM_NAME_VELOCITY, s)) > 0.0                ? 1
                                                                                  : 0;
}

double DiagonalOf(const double box[6])
{
  return std::hypot(box[1] - box[0], box[3] - box[2], box[5] - box[4]);
}

}

std::vector<std::int64_t> ChosenStructures(vtkPolyData* structures, const std::vector<int>& wanted)
{
  std::vector<std::int64_t> chosen;
  const std::int64_t count = CountOf(structures);
  for (const int s : wanted)
  {
    if (s >= 0 && s < count)
    {
      chosen.push_back(s);
    }
  }
  for (int least = 2; chosen.empty() && least >= 0; --least)
  {
    for (std::int64_t s = 0; s < count; ++s)
    {
      if (MovingOf(structures, s) >= least)
      {
        chosen.push_back(s);
      }
    }
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

double LongestTurn(vtkPolyData* structures, const std::vector<std::int64_t>& chosen)
{
  double longest = 0.0;
  for (const std::int64_t s : chosen)
  {
    const double spin = LengthOf(VectorInRow(structures, GM_NAME_ANGULAR_VELOCITY, s));
    longest = spin > Turning ? std::max(longest, 2.0 * Pi / spin) : longest;
  }
  return longest;
}

std::vector<LoadOf> LoadsOf(vtkPolyData* structures, const std::vector<std::int64_t>& chosen)
{
  const std::vector<double> mass =
    NumbersIn(Find(structures->GetFieldData(), GM_NAME_STRUCTURE_MASS, 1));
  const auto owner = IntegersIn(Find(structures->GetCellData(), GM_NAME_STRUCTURE_ID, 1));
  std::vector<vtkBoundingBox> boxes(static_cast<std::size_t>(CountOf(structures)));
  vtkNew<vtkIdList> corners;
  for (std::size_t c = 0; c < owner.size(); ++c)
  {
    structures->GetPolys()->GetCellAtId(static_cast<vtkIdType>(c), corners);
    const auto s = static_cast<std::size_t>(owner[c]);
    for (vtkIdType i = 0; s < boxes.size() && i < corners->GetNumberOfIds(); ++i)
    {
      boxes[s].AddPoint(structures->GetPoint(corners->GetId(i)));
    }
  }
  std::vector<LoadOf> loads;
  for (const std::int64_t s : chosen)
  {
    const auto row = static_cast<std::size_t>(s);
    LoadOf load;
    vtkStringArray* names = NamesIn(structures);
    load.Name = names ? names->GetValue(s) : "structure " + std::to_string(s);
    const Vector3 origin = VectorInRow(structures, GM_NAME_POSITION, s);
    load.Reference = origin;
    if (boxes[row].IsValid())
    {
      boxes[row].GetCenter(load.Reference.data());
    }
    const Vector3 spin = VectorInRow(structures, GM_NAME_ANGULAR_VELOCITY, s);
    const double speed = LengthOf(spin);
    const bool free = row < mass.size() && std::isfinite(mass[row]) && mass[row] > 0.0;
    if (!free && speed > Turning)
    {
      load.Turns = true;
      const Vector3 off = Cross(spin, VectorInRow(structures, GM_NAME_VELOCITY, s));
      double along = 0.0;
      Vector3 axis, through;
      for (int i = 0; i < 3; ++i)
      {
        axis[i] = spin[i] / speed;
        through[i] = origin[i] + off[i] / (speed * speed);
        along += (load.Reference[i] - through[i]) * axis[i];
      }
      for (int i = 0; i < 3; ++i)
      {
        load.Reference[i] = through[i] + along * axis[i];
      }
      load.Axis = axis;
    }
    loads.push_back(load);
  }
  return loads;
}

void CopyStructures(vtkPolyData* structures, const std::vector<std::int64_t>& chosen, bool others,
  vtkPolyData* output)
{
  const auto owner = IntegersIn(Find(structures->GetCellData(), GM_NAME_STRUCTURE_ID, 1));
  std::vector<vtkIdType> place(static_cast<std::size_t>(structures->GetNumberOfPoints()), -1);
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> cells;
  vtkNew<vtkIdList> corners;
  vtkCellData* to = output->GetCellData();
  to->CopyAllOn();
  to->CopyAllocate(structures->GetCellData(), structures->GetNumberOfCells());
  for (std::size_t c = 0; c < owner.size(); ++c)
  {
    if (std::binary_search(chosen.begin(), chosen.end(), owner[c]) == others)
    {
      continue;
    }
    const auto cell = static_cast<vtkIdType>(c);
    structures->GetPolys()->GetCellAtId(cell, corners);
    for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
    {
      vtkIdType& at = place[static_cast<std::size_t>(corners->GetId(i))];
      at = at < 0 ? points->InsertNextPoint(structures->GetPoint(corners->GetId(i))) : at;
      corners->SetId(i, at);
    }
    to->CopyData(structures->GetCellData(), cell, cells->InsertNextCell(corners));
  }
  output->SetPoints(points);
  output->SetPolys(cells);
  output->GetFieldData()->ShallowCopy(structures->GetFieldData());
  KeepUnits(structures->GetCellData(), to);
}

ArrowScale ScaleOf(const std::vector<ContactArrow>& contacts, double length, const double box[6])
{
  std::vector<double> sizes;
  for (const ContactArrow& contact : contacts)
  {
    sizes.push_back(LengthOf(contact.Force));
  }
  ArrowScale scale;
  if (sizes.empty())
  {
    return scale;
  }
  scale.Force = Percentile(sizes, 0.99);
  if (!(scale.Force > 0.0) || !std::isfinite(scale.Force))
  {
    return scale;
  }
  scale.Length = length > 0.0 ? length : DiagonalOf(box) / 8.0 / scale.Force;
  scale.Key = RoundBelow(scale.Force);
  return scale;
}

void FillContactArrows(const std::vector<ContactArrow>& contacts, ArrowChoice choice,
  const ArrowScale& scale, const double box[6], vtkPolyData* output)
{
  ArrowPolygons polygons;
  std::vector<double> force, size;
  const auto part = NewIntegers("part", 0), owner = NewIntegers(GM_NAME_STRUCTURE_ID, 0);
  const auto append = [&](const Vector3& from, const Vector3& f, int which, std::int64_t s)
  {
    const double length = LengthOf(f);
    // Shorter ones are less than a dot.
    if (!(length > 1e-4 * scale.Force) || !std::isfinite(length))
    {
      return;
    }
    const Vector3 way = { scale.Length * f[0], scale.Length * f[1], scale.Length * f[2] };
    const std::size_t cells = polygons.Append(ArrowOf(from, way, scale.Length * scale.Force));
    for (std::size_t c = 0; c < cells; ++c)
    {
      force.insert(force.end(), f.begin(), f.end());
      size.push_back(length);
      part->InsertNextValue(which);
      owner->InsertNextValue(static_cast<int>(s));
    }
  };
  const auto arrow = [&](const ContactArrow& contact, const Vector3& f, int which)
  {
    Vector3 from;
    for (int i = 0; i < 3; ++i)
    {
      from[i] = contact.Foot[i] - scale.Length * f[i];
    }
    append(from, f, which, contact.Structure);
  };
  for (const ContactArrow& contact : contacts)
  {
    if (choice == WHOLE)
    {
      arrow(contact, contact.Force, 0);
    }
    else if (choice == APART)
    {
      Vector3 along;
      for (int i = 0; i < 3; ++i)
      {
        along[i] = contact.Force[i] - contact.Normal[i];
      }
      arrow(contact, contact.Normal, 1);
      arrow(contact, along, 2);
    }
  }
  if (choice != NO_ARROWS && scale.Key > 0.0)
  {
    const int down = box[5] - box[4] < 1e-3 * DiagonalOf(box) ? 1 : 2; // in a plane along y
    double arrows[6];
    polygons.Points->GetBounds(arrows);
    Vector3 from = { box[0], box[2], box[4] };
    const double lowest = polygons.Points->GetNumberOfPoints() > 0
      ? std::min(box[2 * down], arrows[2 * down])
      : box[2 * down];
    from[static_cast<std::size_t>(down)] = lowest - 0.08 * DiagonalOf(box); // not among the others
    append(from, { scale.Key, 0, 0 }, 3, -1);
  }
  output->SetPoints(polygons.Points);
  output->SetPolys(polygons.Cells);
  output->GetCellData()->AddArray(NumbersOf(GM_NAME_FORCE, "N", force, 3));
  output->GetCellData()->AddArray(NumbersOf("arrow_force", "N", size));
  output->GetCellData()->AddArray(part);
  output->GetCellData()->AddArray(owner);
}

void FillResultants(const std::vector<LoadOf>& loads, const double box[6], vtkPolyData* output)
{
  double largest[2] = { 0.0, 0.0 };
  const auto vector = [](const LoadOf& load, int which)
  {
    if (which == 0 || !load.Turns)
    {
      return which == 0 ? load.Force : load.Torque;
    }
    const double about = AxisTorque(load);
    return Vector3{ about * load.Axis[0], about * load.Axis[1], about * load.Axis[2] };
  };
  for (const LoadOf& load : loads)
  {
    for (int which = 0; which < 2; ++which)
    {
      const double size = LengthOf(vector(load, which));
      largest[which] = std::isfinite(size) ? std::max(largest[which], size) : largest[which];
    }
  }
  ArrowPolygons polygons;
  const auto kind = NewIntegers("resultant", 0);
  std::vector<double> sizes;
  const double whole = DiagonalOf(box), full = whole / 3.0;
  const int up = box[5] - box[4] < 1e-3 * whole ? 1 : 2;
  for (const LoadOf& load : loads)
  {
    for (int which = 0; which < 2; ++which)
    {
      Vector3 way = vector(load, which);
      const double size = LengthOf(way);
      if (!(size > 1e-4 * largest[which]) || !std::isfinite(size) || !(full > 0.0))
      {
        continue;
      }
      // Above the structures, which would hide it, and the torque beside the force.
      Vector3 from = load.Reference;
      from[up] = box[2 * up + 1] + 0.04 * whole;
      from[0] += which * 0.12 * whole;
      for (double& x : way)
      {
        x *= full / largest[which];
      }
      from[up] -= std::min(way[up], 0.0);
      const std::size_t cells = polygons.Append(ArrowOf(from, way, full));
      for (std::size_t c = 0; c < cells; ++c)
      {
        kind->InsertNextValue(which);
        sizes.push_back(size);
      }
    }
  }
  output->SetPoints(polygons.Points);
  output->SetPolys(polygons.Cells);
  output->GetCellData()->AddArray(kind);
  output->GetCellData()->AddArray(NumbersOf("magnitude", "1", sizes));
}

void FillLoads(const std::vector<LoadOf>& loads, vtkTable* output)
{
  vtkNew<vtkStringArray> name;
  name->SetName("structure");
  std::vector<double> contacts, force, reference, torque, about;
  for (const LoadOf& load : loads)
  {
    name->InsertNextValue(load.Name);
    contacts.push_back(static_cast<double>(load.Contacts));
    force.insert(force.end(), load.Force.begin(), load.Force.end());
    reference.insert(reference.end(), load.Reference.begin(), load.Reference.end());
    torque.insert(torque.end(), load.Torque.begin(), load.Torque.end());
    about.push_back(load.Turns ? AxisTorque(load) : std::nan(""));
  }
  output->AddColumn(name);
  output->AddColumn(NumbersOf("contacts", "1", contacts));
  output->AddColumn(NumbersOf("force", "N", force, 3));
  output->AddColumn(NumbersOf("reference", "m", reference, 3));
  output->AddColumn(NumbersOf("torque", "N m", torque, 3));
  output->AddColumn(NumbersOf("axis_torque", "N m", about));
}

}
