// reader/exchange.cxx -- spheres and structures of ON-DEM's format.
//
// Room: plugin/reader.
#include "exchange.h"

#include "file/ondem.h"
#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataArraySelection.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTypeFloat64Array.h"
#include "vtkTypeInt32Array.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace granum
{

namespace
{

const std::string Older = GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA;

/** Arrays of spheres: their name there, here, the unit, numbers in a row. */
struct SphereArray
{
  const char *There, *Here, *Units;
  std::uint64_t Width;
};

const SphereArray Known[] = {
  { GM_ONDEM_BODY, GM_NAME_ID, "1", 1 },
  { GM_ONDEM_MATERIAL, GM_NAME_MATERIAL, "1", 1 },
  { GM_ONDEM_RADIUS, GM_NAME_RADIUS, "m", 1 },
  { GM_ONDEM_VELOCITY, GM_NAME_VELOCITY, "m/s", 3 },
  { GM_ONDEM_SPIN, GM_NAME_ANGULAR_VELOCITY, "rad/s", 3 },
  { GM_ONDEM_ORIENTATION, GM_NAME_ORIENTATION, "1", 4 },
  { GM_ONDEM_MASS, GM_NAME_MASS, "kg", 1 },
  { GM_ONDEM_OUR_LABEL, GM_NAME_LABEL, "1", 1 },
};

std::vector<std::int64_t> BodiesOf(ResultFile& file, const std::string& group)
{
  const std::string bodies = group + "/" GM_ONDEM_BODY;
  return file.IsDataset(bodies) ? ExchangeIntegers(file, bodies, file.ShapeOf(bodies).Rows())
                                : std::vector<std::int64_t>();
}

using Vector = std::array<double, 3>;

/** Cells of the structures on their way. */
struct Surfaces
{
  vtkNew<vtkPoints> Points;
  vtkNew<vtkCellArray> Cells;
  std::vector<double> Structure, Material;

  Surfaces() { this->Points->SetDataType(VTK_DOUBLE); }

  void Add(const std::vector<Vector>& corners, int structure, std::int64_t material)
  {
    this->Cells->InsertNextCell(static_cast<int>(corners.size()));
    for (const Vector& corner : corners)
    {
      this->Cells->InsertCellPoint(this->Points->InsertNextPoint(corner.data()));
    }
    this->Structure.push_back(structure);
    this->Material.push_back(static_cast<double>(material));
  }
};

/** Materials of the bodies of a group; -1 where nothing is said. */
std::vector<std::int64_t> MaterialsOf(ResultFile& file, const std::string& group,
  std::uint64_t rows)
{
  const std::string materials = group + "/" GM_ONDEM_MATERIAL;
  return file.IsDataset(materials) ? ExchangeIntegers(file, materials, rows)
                                   : std::vector<std::int64_t>(rows, -1);
}

void AddFacets(ResultFile& file, const std::map<std::int64_t, int>& row, Surfaces& to)
{
  const std::string group = GM_ONDEM_FACETS;
  const std::vector<std::int64_t> bodies = BodiesOf(file, group);
  const std::uint64_t n = bodies.size();
  if (n == 0)
  {
    return;
  }
  const auto at = ExchangeNumbers(file, group + "/" GM_ONDEM_POSITION, n, 3);
  const auto vertices = ExchangeNumbers(file, group + "/" GM_ONDEM_VERTICES, n, 9);
  const auto materials = MaterialsOf(file, group, n);
  for (std::uint64_t k = 0; k < n; ++k)
  {
    std::vector<Vector> corners(3);
    for (int c = 0; c < 3; ++c)
    {
      for (int a = 0; a < 3; ++a)
      {
        corners[c][a] = at[3 * k + a] + vertices[9 * k + 3 * c + a];
      }
    }
    to.Add(corners, row.at(bodies[k]), materials[k]);
  }
}

/** The box of all spheres and of the corners so far. */
void Grow(ResultFile& file, const Spheres& spheres, vtkPoints* points, Vector& low, Vector& high)
{
  const auto centres = ExchangeNumbers(file, spheres.Centres, spheres.Count, 3);
  std::vector<double> radii(spheres.Count, 0.0);
  if (!spheres.Group.empty())
  {
    radii = ExchangeNumbers(file, spheres.Group + "/" GM_ONDEM_RADIUS, spheres.Count, 1);
  }
  const auto include = [&](const double* x, double r)
  {
    for (int a = 0; a < 3; ++a)
    {
      low[a] = std::min(low[a], x[a] - r);
      high[a] = std::max(high[a], x[a] + r);
    }
  };
  for (std::uint64_t i = 0; i < spheres.Count; ++i)
  {
    include(&centres[3 * i], radii[i]);
  }
  for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i)
  {
    include(points->GetPoint(i), 0.0);
  }
}

void AddWalls(ResultFile& file, const Spheres& spheres, const std::map<std::int64_t, int>& row,
  Surfaces& to)
{
  const std::string group = GM_ONDEM_WALLS;
  const std::vector<std::int64_t> bodies = BodiesOf(file, group);
  const std::uint64_t n = bodies.size();
  if (n == 0)
  {
    return;
  }
  const auto axis = ExchangeIntegers(file, group + "/" GM_ONDEM_AXIS, n);
  const auto at = ExchangeNumbers(file, group + "/" GM_ONDEM_POSITION, n, 3);
  const auto materials = MaterialsOf(file, group, n);
  Vector low = { INFINITY, INFINITY, INFINITY }, high = { -INFINITY, -INFINITY, -INFINITY };
  Grow(file, spheres, to.Points, low, high);
  for (std::uint64_t k = 0; k < n; ++k)
  {
    if (axis[k] < 0 || axis[k] > 2)
    {
      throw ResultError("'" + file.Path() + "': " + group + "/" GM_ONDEM_AXIS " is " +
        std::to_string(axis[k]) + "; 0, 1 or 2 are expected");
    }
    low[axis[k]] = std::min(low[axis[k]], at[3 * k + axis[k]]);
    high[axis[k]] = std::max(high[axis[k]], at[3 * k + axis[k]]);
  }
  for (std::uint64_t k = 0; k < n; ++k)
  {
    const auto a = static_cast<int>(axis[k]);
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    std::vector<Vector> corners(4);
    for (int i = 0; i < 4; ++i)
    {
      corners[i][a] = at[3 * k + a];
      corners[i][b] = i == 1 || i == 2 ? high[b] : low[b];
      corners[i][c] = i >= 2 ? high[c] : low[c];
    }
    to.Add(corners, row.at(bodies[k]), materials[k]);
  }
}

}

bool IsExchange(const ResultFile& file) { return file.Has(GM_ONDEM); }

std::vector<double> ExchangeNumbers(ResultFile& file, const std::string& dataset,
  std::uint64_t rows, std::uint64_t width)
{
  const Shape shape = file.ShapeOf(dataset);
  if (SizeOf(shape.Type) == 0 || shape.Rows() != rows || shape.Components() != width)
  {
    throw ResultError("'" + file.Path() + "': " + dataset + " has " + std::to_string(shape.Rows()) +
      " rows of " + std::to_string(shape.Components()) +
      (SizeOf(shape.Type) == 0 ? ", and no numbers; " : "; ") + std::to_string(rows) + " rows of " +
      std::to_string(width) + " numbers are expected");
  }
  return file.Numbers(dataset, 0, rows);
}

std::vector<std::int64_t> ExchangeIntegers(ResultFile& file, const std::string& dataset,
  std::uint64_t rows)
{
  ExchangeNumbers(file, dataset, rows, 1);
  return file.Integers(dataset, 0, rows);
}

vtkSmartPointer<vtkDataArray> NewArray(const std::string& name, const std::string& units, int width,
  const std::vector<double>& numbers, bool real)
{
  auto array = vtkSmartPointer<vtkDataArray>::Take(
    real ? static_cast<vtkDataArray*>(vtkTypeFloat64Array::New()) : vtkTypeInt32Array::New());
  array->SetName(name.c_str());
  array->SetNumberOfComponents(width);
  array->SetNumberOfTuples(static_cast<vtkIdType>(numbers.size()) / width);
  for (std::size_t k = 0; k < numbers.size(); ++k)
  {
    array->SetComponent(static_cast<vtkIdType>(k) / width, static_cast<int>(k % width), numbers[k]);
  }
  SetUnits(array, units);
  return array;
}

Spheres FindSpheres(ResultFile& file)
{
  Spheres spheres;
  spheres.Group = GM_ONDEM_SPHERES;
  spheres.Centres = GM_ONDEM_SPHERES "/" GM_ONDEM_POSITION;
  if (!file.IsDataset(spheres.Centres))
  {
    spheres.Centres = GM_GROUP_GRAINS "/" GM_VTK_POINTS;
    spheres.Group = file.IsDataset(Older + "/" GM_ONDEM_RADIUS) ? Older : "";
  }
  spheres.Count = file.ShapeOf(spheres.Centres).Rows();
  return spheres;
}

std::vector<std::int64_t> SphereIds(ResultFile& file, const Spheres& spheres)
{
  const std::string ids = spheres.Group + "/" GM_ONDEM_BODY;
  if (!spheres.Group.empty() && file.IsDataset(ids))
  {
    return ExchangeIntegers(file, ids, spheres.Count);
  }
  std::vector<std::int64_t> rows(spheres.Count);
  for (std::uint64_t i = 0; i < spheres.Count; ++i)
  {
    rows[i] = static_cast<std::int64_t>(i);
  }
  return rows;
}

std::map<std::int64_t, int> StructureRows(ResultFile& file, const Spheres& spheres)
{
  std::map<std::int64_t, int> rows;
  const auto names = file.Texts(GM_ONDEM_SCENE "/" GM_ONDEM_STRUCTURES);
  std::int64_t first = 0;
  for (const std::int64_t id : SphereIds(file, spheres))
  {
    first = std::max(first, id + 1);
  }
  for (const char* group : { GM_ONDEM_WALLS, GM_ONDEM_FACETS })
  {
    for (const std::int64_t body : BodiesOf(file, group))
    {
      rows[body] = 0;
    }
  }
  for (std::size_t k = 0; k < names.size(); ++k)
  {
    rows[first + static_cast<std::int64_t>(k)] = 0;
  }
  int row = 0;
  for (auto& [body, number] : rows)
  {
    number = row++;
  }
  return rows;
}

void AddExchangeNames(ResultFile& file, vtkFieldData* fields)
{
  vtkNew<vtkStringArray> structures, materials;
  structures->SetName(GM_NAME_STRUCTURES);
  for (const std::string& name : file.Texts(GM_ONDEM_SCENE "/" GM_ONDEM_STRUCTURES))
  {
    structures->InsertNextValue(name);
  }
  materials->SetName(GM_NAME_MATERIALS);
  // Categories count from 0 without a gap: labels are of use if ids do so, too.
  for (std::int64_t id = 0; true; ++id)
  {
    const auto label = file.Texts(GM_ONDEM_MATERIALS "/" + std::to_string(id) + "/" GM_ONDEM_LABEL);
    if (label.size() != 1)
    {
      break;
    }
    materials->InsertNextValue(label[0]);
  }
  for (vtkStringArray* names : { structures.Get(), materials.Get() })
  {
    if (names->GetNumberOfValues() > 0)
    {
      fields->AddArray(names);
    }
  }
}

std::vector<std::string> ExchangeGrainArrays(const ResultFile& file)
{
  std::vector<std::string> names;
  const std::string group =
    file.IsDataset(GM_ONDEM_SPHERES "/" GM_ONDEM_POSITION) ? GM_ONDEM_SPHERES : Older;
  for (const SphereArray& known : Known)
  {
    if (file.IsDataset(group + "/" + known.There))
    {
      names.emplace_back(known.Here);
    }
  }
  return names;
}

std::map<std::string, std::string> ExchangeUnits()
{
  std::map<std::string, std::string> units = { { GM_NAME_OVERLAP, "m" }, { GM_NAME_FORCE, "N" },
    { GM_NAME_FORCE_NORMAL, "N" }, { GM_NAME_FORCE_TANGENTIAL, "N" }, { GM_NAME_POINT, "m" },
    { GM_NAME_NORMAL, "1" }, { GM_NAME_ID_A, "1" }, { GM_NAME_ID_B, "1" },
    { GM_NAME_STRUCTURE_ID, "1" }, { GM_NAME_PATCH, "1" }, { GM_NAME_KIND, "1" } };
  for (const SphereArray& known : Known)
  {
    units.emplace(known.Here, known.Units);
  }
  return units;
}

vtkSmartPointer<vtkPolyData> ReadExchangeGrains(ResultFile& file, Piece piece,
  vtkDataArraySelection* wanted)
{
  auto grains = vtkSmartPointer<vtkPolyData>::New();
  Spheres spheres = FindSpheres(file);
  if (piece.Number > 0)
  {
    return grains;
  }
  vtkNew<vtkPoints> points;
  points->SetData(
    NewArray("Points", "m", 3, ExchangeNumbers(file, spheres.Centres, spheres.Count, 3), true));
  grains->SetPoints(points);
  grains->SetVerts(OneVertexEach(static_cast<vtkIdType>(spheres.Count)));
  for (const SphereArray& known : Known)
  {
    const std::string there = spheres.Group + "/" + known.There, here = known.Here;
    if (spheres.Group.empty() || !file.IsDataset(there) || !wanted->ArrayIsEnabled(known.Here))
    {
      continue;
    }
    std::vector<double> numbers = ExchangeNumbers(file, there, spheres.Count, known.Width);
    if (here == GM_NAME_ID)
    {
      grains->GetPointData()->SetGlobalIds(
        ReadArrayAs(file, there, here, 0, spheres.Count, VTK_ID_TYPE, Number::Int64));
      continue;
    }
    for (std::uint64_t i = 0; here == GM_NAME_ORIENTATION && i < spheres.Count; ++i)
    {
      const auto x = numbers.begin() + static_cast<std::ptrdiff_t>(4 * i);
      std::rotate(x, x + 3, x + 4); // x y z w to w x y z
    }
    grains->GetPointData()->AddArray(NewArray(here, known.Units, static_cast<int>(known.Width),
      numbers, here != GM_NAME_MATERIAL && here != GM_NAME_LABEL));
  }
  AddExchangeNames(file, grains->GetFieldData());
  return grains;
}

vtkSmartPointer<vtkPolyData> ReadExchangeStructures(ResultFile& file)
{
  const Spheres spheres = FindSpheres(file);
  const auto row = StructureRows(file, spheres);
  Surfaces surfaces;
  AddFacets(file, row, surfaces);
  AddWalls(file, spheres, row, surfaces);
  auto structures = vtkSmartPointer<vtkPolyData>::New();
  structures->SetPoints(surfaces.Points);
  structures->SetPolys(surfaces.Cells);
  vtkCellData* data = structures->GetCellData();
  data->AddArray(NewArray(GM_NAME_STRUCTURE_ID, "1", 1, surfaces.Structure, false));
  data->AddArray(
    NewArray(GM_NAME_PATCH, "1", 1, std::vector<double>(surfaces.Structure.size(), 0.0), false));
  data->AddArray(NewArray(GM_NAME_MATERIAL, "1", 1, surfaces.Material, false));
  AddExchangeNames(file, structures->GetFieldData());
  return structures;
}

}
