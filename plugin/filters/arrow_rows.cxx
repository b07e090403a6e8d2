// filters/arrow_rows.cxx -- the vectors of bodies as arrows and as point data.
//
// Room: plugin/filters.
#include "arrow_rows.h"

#include "arrays.h"

#include "analysis/body_path.h"
#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

using Magnitudes = std::array<double, VectorKinds>;

/** Name and unit of a kind of vector. */
struct Quantity
{
  const char* Name;
  const char* Unit;
};

const std::array<Quantity, VectorKinds> Quantities = { { { GM_NAME_FORCE, "N" },
  { GM_NAME_TORQUE, "N m" }, { GM_NAME_MOMENTUM, "kg m/s" }, { "angular_momentum", "kg m2/s" },
  { GM_NAME_VELOCITY, "m/s" }, { GM_NAME_ANGULAR_VELOCITY, "rad/s" } } };

using Vectors = std::array<Vector3, VectorKinds>;

Vectors VectorsOf(const Body& body, std::size_t row)
{
  return { body.Force[row], body.Torque[row], body.Momentum[row], body.AngularMomentum[row],
    body.Velocity, body.Spin };
}

/** The largest magnitude of each kind in the history, and now, of some of the bodies. */
Magnitudes LargestOf(const BodyRows& rows, const std::vector<Body>& bodies)
{
  Magnitudes largest{};
  const auto take = [&](int kind, double size)
  { largest[kind] = std::isfinite(size) ? std::max(largest[kind], size) : largest[kind]; };
  for (const Body& body : bodies)
  {
    for (std::size_t k = 0; k < rows.Time.size(); ++k)
    {
      const Vectors vectors = VectorsOf(body, k);
      for (int kind = 0; kind < VectorKinds; ++kind)
      {
        take(kind, LengthOf(vectors[kind]));
      }
    }
    for (const auto& part : PartsOf(body.Centre, rows.Time, body.Jumps))
    {
      for (const double speed : SpeedsIn(part, body.Centre, rows.Time))
      {
        take(VELOCITY, speed);
      }
    }
    take(ANGULAR_VELOCITY, LargestSpin(body.Orientation, rows.Time));
  }
  return largest;
}

vtkSmartPointer<vtkPoints> NewPoints()
{
  auto points = vtkSmartPointer<vtkPoints>::New();
  points->SetDataTypeToDouble();
  return points;
}

vtkSmartPointer<vtkStringArray> NewTexts(const char* name)
{
  auto texts = vtkSmartPointer<vtkStringArray>::New();
  texts->SetName(name);
  return texts;
}

/** The rows of arrows as they are appended. */
struct ArrowRows
{
  ArrowPolygons Polygons;
  vtkSmartPointer<vtkIntArray> Kind = NewIntegers("arrow", 0);
  vtkSmartPointer<vtkIntArray> Owner = NewIntegers(GM_NAME_STRUCTURE_ID, 0);
  std::vector<double> Magnitude;

  void Append(const Body& body, int kind, const ArrowMesh& mesh, double magnitude);
  void Fill(vtkPolyData* output) const;
};

void ArrowRows::Append(const Body& body, int kind, const ArrowMesh& mesh, double magnitude)
{
  const std::size_t cells = this->Polygons.Append(mesh);
  for (std::size_t c = 0; c < cells; ++c)
  {
    this->Kind->InsertNextValue(kind);
    this->Owner->InsertNextValue(static_cast<int>(body.Structure));
    this->Magnitude.push_back(magnitude);
  }
}

void ArrowRows::Fill(vtkPolyData* output) const
{
  output->SetPoints(this->Polygons.Points);
  output->SetPolys(this->Polygons.Cells);
  output->GetCellData()->AddArray(this->Kind);
  output->GetCellData()->AddArray(this->Owner);
  output->GetCellData()->AddArray(NumbersOf("magnitude", "1", this->Magnitude));
}

bool IsFiniteArrow(const Vector3& v) { return std::isfinite(LengthOf(v)); }

/** Below these magnitudes a vector about the centre is the round-off of the other vectors of
 * bodies of that radius (m). */
Magnitudes RoundOff(const Magnitudes& largest, double radius)
{
  constexpr double part = 1e-10;
  Magnitudes least{};
  least[TORQUE] = part * radius * largest[FORCE];
  least[ANGULAR_MOMENTUM] = part * radius * largest[MOMENTUM];
  least[ANGULAR_VELOCITY] = part / radius * largest[VELOCITY];
  return least;
}

/** The arrows of a body, whose longest is the largest magnitude. */
void AddArrows(const Body& body, std::size_t row, const Magnitudes& largest,
  const ArrowStyle& style, ArrowRows& arrows)
{
  const double radius = style.EachBody ? body.Size : style.Radius;
  const double full = style.Length * radius;
  const Vector3& centre = body.Centre[row];
  if (!body.HasCentre || !IsFiniteArrow(centre) || !(full > 0.0))
  {
    return;
  }
  const Vectors vectors = VectorsOf(body, row);
  const Magnitudes least = RoundOff(largest, radius);
  for (int kind = 0; kind < VectorKinds; ++kind)
  {
    const double size = LengthOf(vectors[kind]);
    if (!style.Shown[kind] || !std::isfinite(size) ||
      !(size > std::max(least[kind], 1e-4 * largest[kind])))
    {
      continue;
    }
    Vector3 way = vectors[kind];
    for (double& x : way)
    {
      x *= full / largest[kind];
    }
    arrows.Append(body, kind, ArrowOf(centre, way, full), size);
  }
}

/** The axes of the frame of the body, in which its mesh is given. */
void AddAxes(const Body& body, std::size_t row, ArrowRows& arrows)
{
  constexpr double beyond = 1.2, thin = 0.5;
  const double length = beyond * body.Size;
  if (!body.HasCentre || !IsFiniteArrow(body.Centre[row]) || !(length > 0.0))
  {
    return;
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    Vector3 way = { 0.0, 0.0, 0.0 };
    way[static_cast<std::size_t>(axis)] = length;
    way = Turned(&body.Orientation[4 * row], way);
    if (IsFiniteArrow(way))
    {
      arrows.Append(body, VectorKinds + axis, ArrowOf(body.Centre[row], way, thin * length), 1.0);
    }
  }
}

}

void FillArrows(const BodyRows& rows, const ArrowStyle& style, vtkPolyData* output)
{
  const Magnitudes all = LargestOf(rows, rows.Bodies);
  ArrowRows arrows;
  for (const Body& body : rows.Bodies)
  {
    AddArrows(body, rows.Now, style.EachBody ? LargestOf(rows, { body }) : all, style, arrows);
    if (style.Axes)
    {
      AddAxes(body, rows.Now, arrows);
    }
  }
  arrows.Fill(output);
  output->GetFieldData()->AddArray(
    NumbersOf("largest", "1", std::vector<double>(all.begin(), all.end())));
}

void FillCentres(const BodyRows& rows, vtkPolyData* output)
{
  const auto points = NewPoints();
  vtkNew<vtkCellArray> vertices;
  std::array<std::vector<double>, VectorKinds> columns;
  const auto owner = NewIntegers(GM_NAME_STRUCTURE_ID, 0);
  const auto name = NewTexts("name");
  for (const Body& body : rows.Bodies)
  {
    if (!body.HasCentre || !IsFiniteArrow(body.Centre[rows.Now]))
    {
      continue;
    }
    const vtkIdType point = points->InsertNextPoint(body.Centre[rows.Now].data());
    vertices->InsertNextCell(1, &point);
    const Vectors vectors = VectorsOf(body, rows.Now);
    for (int kind = 0; kind < VectorKinds; ++kind)
    {
      columns[kind].insert(columns[kind].end(), vectors[kind].begin(), vectors[kind].end());
    }
    owner->InsertNextValue(static_cast<int>(body.Structure));
    name->InsertNextValue(body.Name);
  }
  output->SetPoints(points);
  output->SetVerts(vertices);
  for (int kind = 0; kind < VectorKinds; ++kind)
  {
    const Quantity& q = Quantities[kind];
    output->GetPointData()->AddArray(NumbersOf(q.Name, q.Unit, columns[kind], 3));
  }
  output->GetPointData()->AddArray(owner);
  output->GetPointData()->AddArray(name);
}

// Arrows as polygons of VTK..

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
