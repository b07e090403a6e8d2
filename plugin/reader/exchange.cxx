// reader/exchange.cxx -- datasets and spheres of ON-DEM's format.
//
// Room: plugin/reader.
#include "exchange.h"

#include "file/ondem.h"
#include "file/schema.h"

#include "vtkCellArray.h"
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

}

bool IsExchange(const ResultFile& file) { return file.Has(GM_ONDEM); }

namespace
{

/** A dataset of `rows` rows with `width` numbers each, in any arrangement. */
Table OpenExchange(ResultFile& file, const std::string& dataset, Expected::Class values,
  std::uint64_t rows, std::uint64_t width)
{
  Expected expected = Expected::Free(values, 3);
  expected.LeastInRow = expected.MostInRow = width;
  Table table = file.Open(dataset, expected);
  if (table.Rows() != rows)
  {
    throw ResultError("'" + file.Path() + "': " + dataset + " has " + Described(table.Shape()) +
      "; " + std::to_string(rows) + " rows of " + std::to_string(width) + " are expected");
  }
  return table;
}

}

std::vector<double> ExchangeNumbers(ResultFile& file, const std::string& dataset,
  std::uint64_t rows, std::uint64_t width)
{
  return OpenExchange(file, dataset, Expected::Numbers, rows, width).Numbers(0, rows);
}

std::vector<std::int64_t> ExchangeIntegers(ResultFile& file, const std::string& dataset,
  std::uint64_t rows)
{
  return OpenExchange(file, dataset, Expected::Integers, rows, 1).Integers(0, rows);
}

std::uint64_t ExchangeRows(ResultFile& file, const std::string& dataset)
{
  const Table table = file.Open(dataset, Expected::Free(Expected::Numbers, 3));
  table.Demand(0, table.Rows()); // others allocate as many rows
  return table.Rows();
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
    if (!real && !(std::abs(numbers[k]) <= VTK_INT_MAX))
    {
      throw ResultError("array " + name + " has " + std::to_string(numbers[k]) + " in row " +
        std::to_string(k) + "; an integer of 32 bits is expected");
    }
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
  spheres.Count = ExchangeRows(file, spheres.Centres);
  return spheres;
}

std::vector<std::int64_t> SphereIds(ResultFile& file, const Spheres& spheres)
{
  const std::string ids = spheres.Group + "/" GM_ONDEM_BODY;
  if (!spheres.Group.empty() && file.IsDataset(ids))
  {
    const auto found = ExchangeIntegers(file, ids, spheres.Count);
    for (const std::int64_t id : found)
    {
      if (id < 0 || id > VTK_INT_MAX)
      {
        throw ResultError("'" + file.Path() + "': " + ids + " has " + std::to_string(id) +
          "; ids from 0 to " + std::to_string(VTK_INT_MAX) + " are expected");
      }
    }
    return found;
  }
  std::vector<std::int64_t> rows(spheres.Count);
  for (std::uint64_t i = 0; i < spheres.Count; ++i)
  {
    rows[i] = static_cast<std::int64_t>(i);
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
        ReadIntegers(file, there, here, 0, spheres.Count, VTK_ID_TYPE));
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

}
