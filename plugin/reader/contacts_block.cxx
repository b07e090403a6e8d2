// reader/contacts_block.cxx -- one line per contact, and arrays derived from those of the file.
//
// Room: plugin/reader.
//
//   force_normal      f.n                              n from b to a, f on a
//   force_tangential  f - (f.n) n
//   point             grain on grain: divides the line of centres in the ratio of
//                     the radii; on a structure: the end of the line, which is the foot on
//                     the surface or, of two structures, the centre of pressure.  A file with
//                     bodies has the points itself
//   kind              0: grain on grain, 1: grain on structure, 2: structure on structure
//   image             1: the line ends at a periodic image of b, not at b
//
// Radii and centres come from the grains of the same frame, whose rows are sorted
// by id.
#include "blocks.h"

#include "exchange.h"
#include "pose.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataArraySelection.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkTypeInt32Array.h"
#include "vtkTypeInt64Array.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace granum
{

namespace
{

using Vector = std::array<double, 3>;

/** The arrays of the grains of a frame that contacts need. */
struct Partners
{
  std::vector<std::int64_t> Id;
  std::vector<double> Radius;
  std::vector<double> Centre;

  /** Row of a grain, or -1. */
  std::int64_t Row(std::int64_t id) const
  {
    const auto found = std::lower_bound(this->Id.begin(), this->Id.end(), id);
    return found != this->Id.end() && *found == id ? found - this->Id.begin() : -1;
  }
};

Partners ReadContactPartners(ResultFile& file, std::size_t frame)
{
  const std::string group = GM_GROUP_GRAINS;
  const std::string data = group + "/" GM_VTK_POINT_DATA "/";
  const Range range = RangeOf(file, group, frame, GM_VTK_VERTICES);
  const auto first = [&](const char* name)
  { return FirstRow(file, group, GM_VTK_POINT_DATA_OFFSETS, name, frame, range.FirstPoint); };
  Partners partners;
  partners.Id = file.Integers(data + GM_NAME_ID, first(GM_NAME_ID), range.Points);
  partners.Radius = file.Open(data + GM_NAME_RADIUS, { Expected::Reals })
                      .Numbers(first(GM_NAME_RADIUS), range.Points);
  partners.Centre = file.Open(group + "/" GM_VTK_POINTS, { Expected::Reals, { 3 } })
                      .Numbers(range.FirstPoint, range.Points);
  return partners;
}

vtkSmartPointer<vtkCellArray> OneLineEach(vtkIdType count)
{
  vtkNew<vtkTypeInt64Array> offsets;
  vtkNew<vtkTypeInt64Array> points;
  offsets->SetNumberOfValues(count + 1);
  points->SetNumberOfValues(2 * count);
  for (vtkIdType i = 0; i <= count; ++i)
  {
    offsets->SetValue(i, 2 * i);
  }
  std::iota(points->GetPointer(0), points->GetPointer(0) + 2 * count, 0);
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  cells->SetData(offsets, points);
  return cells;
}

vtkSmartPointer<vtkDataArray> NewLike(vtkDataArray* model, const char* name, int components,
  const char* units)
{
  auto array = vtkSmartPointer<vtkDataArray>::Take(model->NewInstance());
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(model->GetNumberOfTuples());
  SetUnits(array, units);
  return array;
}

vtkSmartPointer<vtkTypeInt32Array> NewFlags(const char* name, vtkIdType count)
{
  auto array = vtkSmartPointer<vtkTypeInt32Array>::New();
  array->SetName(name);
  array->SetNumberOfValues(count);
  std::fill_n(array->GetPointer(0), count, 0);
  SetUnits(array, "1");
  return array;
}

void AddForceParts(vtkDataArray* force, vtkDataArray* normal, vtkDataArraySelection* wanted,
  vtkCellData* output)
{
  const auto along = NewLike(force, GM_NAME_FORCE_NORMAL, 1, "N");
  const auto across = NewLike(force, GM_NAME_FORCE_TANGENTIAL, 3, "N");
  for (vtkIdType k = 0; k < force->GetNumberOfTuples(); ++k)
  {
    Vector f, n;
    force->GetTuple(k, f.data());
    normal->GetTuple(k, n.data());
    const double fn = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
    along->SetTuple1(k, fn);
    across->SetTuple3(k, f[0] - fn * n[0], f[1] - fn * n[1], f[2] - fn * n[2]);
  }
  for (const auto& array : { along, across })
  {
    if (wanted->ArrayIsEnabled(array->GetName()))
    {
      output->AddArray(array);
    }
  }
}

void AddPoints(vtkPoints* ends, vtkDataArray* idA, vtkDataArray* idB, const Partners& partners,
  vtkDataArraySelection* wanted, vtkCellData* output)
{
  const vtkIdType count = idA->GetNumberOfTuples();
  auto point = vtkSmartPointer<vtkDataArray>::Take(ends->GetData()->NewInstance());
  point->SetName(GM_NAME_POINT);
  point->SetNumberOfComponents(3);
  point->SetNumberOfTuples(count);
  SetUnits(point, "m");
  const auto image = NewFlags(GM_NAME_IMAGE, count);
  for (vtkIdType k = 0; k < count; ++k)
  {
    Vector a, b;
    ends->GetPoint(2 * k, a.data());
    ends->GetPoint(2 * k + 1, b.data());
    const auto rowA = partners.Row(static_cast<std::int64_t>(idA->GetComponent(k, 0)));
    const auto rowB = partners.Row(static_cast<std::int64_t>(idB->GetComponent(k, 0)));
    double share = 1.0;
    if (rowA >= 0 && rowB >= 0)
    {
      const double radiusA = partners.Radius[rowA];
      const double radiusB = partners.Radius[rowB];
      share = radiusA / (radiusA + radiusB);
      const double* centre = &partners.Centre[3 * rowB];
      const double away = std::hypot(b[0] - centre[0], b[1] - centre[1], b[2] - centre[2]);
      image->SetValue(k, away > radiusB ? 1 : 0);
    }
    point->SetTuple3(k, a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]),
      a[2] + share * (b[2] - a[2]));
  }
  if (wanted->ArrayIsEnabled(GM_NAME_POINT) && !output->GetArray(GM_NAME_POINT))
  {
    output->AddArray(point);
  }
  if (wanted->ArrayIsEnabled(GM_NAME_IMAGE))
  {
    output->AddArray(image);
  }
}

}

std::vector<std::string> ContactArrays(const ResultFile& file)
{
  if (IsExchange(file))
  {
    return ExchangeContactArrays(file);
  }
  std::vector<std::string> names = file.Children(GM_GROUP_CONTACTS "/" GM_VTK_CELL_DATA);
  for (const char* derived :
    { GM_NAME_FORCE_NORMAL, GM_NAME_FORCE_TANGENTIAL, GM_NAME_POINT, GM_NAME_KIND, GM_NAME_IMAGE })
  {
    if (!names.empty() && std::find(names.begin(), names.end(), derived) == names.end())
    {
      names.push_back(derived);
    }
  }
  return names;
}

vtkSmartPointer<vtkPolyData> ReadContacts(ResultFile& file, std::size_t frame, Piece piece,
  vtkDataArraySelection* wanted)
{
  const std::string group = GM_GROUP_CONTACTS;
  const std::string data = group + "/" GM_VTK_CELL_DATA "/";
  auto contacts = vtkSmartPointer<vtkPolyData>::New();
  if (!file.Has(group))
  {
    return contacts;
  }
  const Range range = RangeOf(file, group, frame, "");
  if (range.Points != 2 * range.Cells)
  {
    throw ResultError("'" + file.Path() + "': frame " + std::to_string(frame) + " of " + group +
      " has " + std::to_string(range.Points) + " points for " + std::to_string(range.Cells) +
      " lines; two a line are expected");
  }
  const std::uint64_t skip = piece.First(range.Cells);
  const std::uint64_t rows = piece.Last(range.Cells) - skip;

  const auto ends = ReadPoints(file, group, range.FirstPoint + 2 * skip, 2 * rows);
  contacts->SetPoints(ends);
  contacts->SetLines(OneLineEach(static_cast<vtkIdType>(rows)));

  // Arrays that others follow from are read even if they themselves are not wanted.
  const auto any = [&](std::initializer_list<const char*> names)
  {
    return std::any_of(names.begin(), names.end(),
      [&](const char* name) { return wanted->ArrayIsEnabled(name) != 0; });
  };
  const bool parts = any({ GM_NAME_FORCE_NORMAL, GM_NAME_FORCE_TANGENTIAL });
  const bool places = any({ GM_NAME_POINT, GM_NAME_IMAGE });
  const bool kinds = any({ GM_NAME_KIND });
  std::map<std::string, vtkSmartPointer<vtkDataArray>> arrays;
  for (const std::string& name : file.Children(group + "/" GM_VTK_CELL_DATA))
  {
    const bool shown = wanted->ArrayIsEnabled(name.c_str()) != 0;
    const bool needed = (parts && (name == GM_NAME_FORCE || name == GM_NAME_NORMAL)) ||
      (places && (name == GM_NAME_ID_A || name == GM_NAME_ID_B)) ||
      (kinds && (name == GM_NAME_ID_B || name == GM_NAME_STRUCTURE_A));
    if (!shown && !needed)
    {
      continue;
    }
    const std::uint64_t first =
      skip + FirstRow(file, group, GM_VTK_CELL_DATA_OFFSETS, name, frame, range.FirstCell);
    arrays[name] = ReadArray(file, data + name, ExpectedOf(file, name), name, first, rows);
    if (shown)
    {
      contacts->GetCellData()->AddArray(arrays[name]);
    }
  }
  const auto have = [&](const char* name)
  {
    if (!arrays[name])
    {
      throw ResultError("'" + file.Path() + "' has no dataset " + data + name);
    }
    return arrays[name].Get();
  };

  vtkCellData* output = contacts->GetCellData();
  if (parts)
  {
    AddForceParts(have(GM_NAME_FORCE), have(GM_NAME_NORMAL), wanted, output);
  }
  if (kinds)
  {
    vtkDataArray* idB = have(GM_NAME_ID_B);
    vtkDataArray* structureA = arrays[GM_NAME_STRUCTURE_A]; // where structures meet
    const auto kind = NewFlags(GM_NAME_KIND, idB->GetNumberOfTuples());
    for (vtkIdType k = 0; k < idB->GetNumberOfTuples(); ++k)
    {
      const bool meet = structureA && structureA->GetComponent(k, 0) >= 0;
      kind->SetValue(k, meet ? 2 : (idB->GetComponent(k, 0) < 0 ? 1 : 0));
    }
    output->AddArray(kind);
  }
  if (places)
  {
    const Partners partners = rows > 0 ? ReadContactPartners(file, frame) : Partners();
    AddPoints(ends, have(GM_NAME_ID_A), have(GM_NAME_ID_B), partners, wanted, output);
  }
  AddNames(file, contacts->GetFieldData());
  AddFriction(file, contacts->GetFieldData());
  return contacts;
}

// Friction coefficients of pairs of materials, from the scene.  The scene as it was used is
// written by the solver, one key a line; what is written in another way counts as unknown.

namespace
{

/** The value of a line `key: value` with that beginning; "" of another line. */
std::string AfterKey(const std::string& line, const std::string& beginning)
{
  return line.compare(0, beginning.size(), beginning) == 0 ? line.substr(beginning.size()) : "";
}

int MaterialRow(const std::vector<std::string>& names, const std::string& name)
{
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? -1 : static_cast<int>(at - names.begin());
}

}

void AddFriction(ResultFile& file, vtkFieldData* fields)
{
  const std::string named = GM_GROUP_NAMES "/" GM_NAME_MATERIALS;
  const std::string scene = SceneOf(file);
  if (scene.empty() || !file.Has(named))
  {
    return;
  }
  const std::vector<std::string> materials = file.Texts(named);
  const std::vector<std::string> structures = StructureNames(file);
  const auto count = static_cast<int>(materials.size());
  vtkNew<vtkDoubleArray> friction;
  friction->SetName("friction_of_pairs");
  friction->SetNumberOfComponents(std::max(count, 1));
  friction->SetNumberOfTuples(count);
  friction->Fill(-1); // ParaView cannot send NaN between ranks
  vtkNew<vtkIntArray> of;
  of->SetName("structure_material");
  of->SetNumberOfTuples(static_cast<vtkIdType>(structures.size()));
  of->Fill(-1);

  std::istringstream lines(scene);
  std::string line, block;
  int a = -1, b = -1, structure = -1;
  while (std::getline(lines, line))
  {
    if (!line.empty() && line[0] != ' ')
    {
      block = line;
    }
    const std::string pair = AfterKey(line, "    - between: [");
    if (block == "contacts:" && !pair.empty())
    {
      const std::size_t comma = pair.find(", "), end = pair.find(']');
      const bool two = comma != std::string::npos && end != std::string::npos && comma < end;
      a = two ? MaterialRow(materials, pair.substr(0, comma)) : -1;
      b = two ? MaterialRow(materials, pair.substr(comma + 2, end - comma - 2)) : -1;
    }
    const std::string value = AfterKey(line, "      friction: ");
    if (block == "contacts:" && !value.empty() && a >= 0 && b >= 0)
    {
      char* end = nullptr;
      const double number = std::strtod(value.c_str(), &end);
      if (end != value.c_str() && *end == '\0')
      {
        friction->SetComponent(a, b, number);
        friction->SetComponent(b, a, number);
      }
    }
    if (block == "structures:")
    {
      const std::string name = AfterKey(line, "  - name: "),
                        material = AfterKey(line, "    material: ");
      structure = name.empty() ? structure : MaterialRow(structures, name);
      if (!material.empty() && structure >= 0)
      {
        of->SetValue(structure, MaterialRow(materials, material));
      }
    }
  }
  fields->AddArray(friction);
  fields->AddArray(of);
}

}
