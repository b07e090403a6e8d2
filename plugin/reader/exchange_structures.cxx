// reader/exchange_structures.cxx -- walls and facets of ON-DEM's format.
//
// Room: plugin/reader.
#include "exchange.h"

#include "file/ondem.h"
#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace granum
{

namespace
{

std::vector<std::int64_t> BodiesOf(ResultFile& file, const std::string& group)
{
  const std::string bodies = group + "/" GM_ONDEM_BODY;
  return file.IsDataset(bodies) ? ExchangeIntegers(file, bodies, ExchangeRows(file, bodies))
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
void GrowBox(ResultFile& file, const Spheres& spheres, vtkPoints* points, Vector& low, Vector& high)
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
  GrowBox(file, spheres, to.Points, low, high);
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
