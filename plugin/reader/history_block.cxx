// reader/history_block.cxx -- one row every few steps: a table.
//
// Room: plugin/reader.  A dataset with a number or vector for each structure becomes one column
// for each, NAME_STRUCTURE, so that a chart has a line for each; likewise of groups of held grains.
#include "blocks.h"

#include "file/schema.h"

#include "vtkDataArray.h"
#include "vtkNew.h"
#include "vtkTable.h"

#include <algorithm>
#include <initializer_list>
#include <set>

namespace granum
{

namespace
{

bool EndsWith(const std::string& name, const std::string& end)
{
  return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

bool EndsWithOne(const std::string& name, std::initializer_list<const char*> ends)
{
  return std::any_of(ends.begin(), ends.end(),
    [&](const char* end) { return EndsWith(name, end); });
}

bool IsStress(const std::string& name)
{
  return EndsWithOne(name, { GM_SUFFIX_CONTACT_STRESS, GM_SUFFIX_KINETIC_STRESS });
}

bool IsCountOfSensor(const std::string& name)
{
  return EndsWithOne(name, { GM_SUFFIX_FORWARD, GM_SUFFIX_BACKWARD, GM_SUFFIX_TAKEN });
}

bool IsNumberOfSensor(const std::string& name)
{
  return EndsWithOne(name,
    { GM_SUFFIX_MASS_FORWARD, GM_SUFFIX_MASS_BACKWARD, GM_SUFFIX_MASS_TAKEN, GM_SUFFIX_SOLID });
}

/** The list of those of which an array has a number or vector each; "" if it has one for all.
 * Arrays of sensors and sinks are named by the user, perhaps as those of structures. */
std::string OwnersOf(const std::string& name)
{
  const auto begins = [&](const char* prefix) { return name.rfind(prefix, 0) == 0; };
  if (IsStress(name) || IsCountOfSensor(name) || IsNumberOfSensor(name) || name == GM_NAME_WORK ||
    name == GM_NAME_HELD_ENERGY)
  {
    return "";
  }
  if (name == GM_NAME_STRUCTURE_WORK || begins(GM_PREFIX_STRUCTURE))
  {
    return GM_GROUP_NAMES "/" GM_NAME_STRUCTURES;
  }
  return name == GM_NAME_HELD_WORK || begins(GM_NAME_HELD "_") ? GM_GROUP_NAMES "/" GM_NAME_HELD
                                                               : "";
}

/** What file/schema.h says of a column, but for the number of structures or groups. */
Expected ExpectedIn(const std::string& name)
{
  static const std::set<std::string> integers = { GM_NAME_STEP, GM_NAME_GRAINS, GM_NAME_GRAINS_IN,
    GM_NAME_GRAINS_OUT, GM_NAME_OUT_X_MIN, GM_NAME_OUT_X_MAX, GM_NAME_OUT_Y_MIN, GM_NAME_OUT_Y_MAX,
    GM_NAME_OUT_Z_MIN, GM_NAME_OUT_Z_MAX, GM_NAME_GRAINS_LOST, GM_NAME_CONTACTS_GRAIN,
    GM_NAME_CONTACTS_STRUCTURE, GM_NAME_COVERAGE_LOST, GM_NAME_ASKED_SITES, GM_NAME_ASKED_TRIANGLES,
    GM_NAME_CENTRE_INSIDE };
  static const std::set<std::string> reals = { GM_NAME_TIME, GM_NAME_KINETIC, GM_NAME_ELASTIC,
    GM_NAME_POTENTIAL, GM_NAME_DISSIPATED, GM_NAME_FRICTION, GM_NAME_ROLLING, GM_NAME_TORSION,
    GM_NAME_WORK, GM_NAME_HELD_ENERGY, GM_NAME_ENERGY_IN, GM_NAME_GROWTH, GM_NAME_CROSSINGS,
    GM_NAME_ENERGY_OUT, GM_NAME_ENERGY_ERROR, GM_NAME_LARGEST_OVERLAP, GM_NAME_BODIES_KINETIC,
    GM_NAME_BODIES_POTENTIAL, GM_NAME_BODIES_APPLIED, GM_NAME_BODIES_DRAG };
  if (integers.count(name) > 0)
  {
    return { Expected::Integers, {} };
  }
  if (reals.count(name) > 0)
  {
    return { Expected::Reals, {} };
  }
  if (name == GM_NAME_MOMENTUM)
  {
    return { Expected::Reals, { 3 } };
  }
  constexpr std::uint64_t any = Expected::Any; // there may be no structure
  static const std::set<std::string> vectors = { GM_NAME_STRUCTURE_FORCE, GM_NAME_STRUCTURE_TORQUE,
    GM_NAME_STRUCTURE_MET, GM_NAME_STRUCTURE_IMPULSE, GM_NAME_STRUCTURE_MOMENTUM,
    GM_NAME_STRUCTURE_ANGULAR, GM_NAME_STRUCTURE_CENTRE, GM_NAME_STRUCTURE_POSITION };
  if (vectors.count(name) > 0)
  {
    return { Expected::Reals, { any, 3 } };
  }
  if (name == GM_NAME_STRUCTURE_ORIENTATION)
  {
    return { Expected::Reals, { any, 4 } };
  }
  if (IsStress(name))
  {
    return { Expected::Reals, { 3, 3 } };
  }
  if (IsCountOfSensor(name) || IsNumberOfSensor(name))
  {
    return { IsCountOfSensor(name) ? Expected::Integers : Expected::Reals, {} };
  }
  Expected expected = Expected::Free(Expected::Numbers, 3);
  expected.LeastInRow = 0; // of structures, or of groups of held grains
  expected.MostInRow = VTK_INT_MAX;
  return expected;
}

void AddPerOwner(vtkTable* table, vtkDataArray* all, const std::vector<std::string>& owners,
  int components, const std::string& units)
{
  const vtkIdType rows = all->GetNumberOfTuples();
  for (std::size_t s = 0; s < owners.size(); ++s)
  {
    const auto column = vtkSmartPointer<vtkDataArray>::Take(all->NewInstance());
    column->SetName((std::string(all->GetName()) + "_" + owners[s]).c_str());
    column->SetNumberOfComponents(components);
    column->SetNumberOfTuples(rows);
    for (int c = 0; c < components; ++c)
    {
      column->CopyComponent(c, all, static_cast<int>(s) * components + c);
    }
    SetUnits(column, units);
    table->AddColumn(column);
  }
}

}

vtkSmartPointer<vtkTable> ReadHistory(ResultFile& file)
{
  const std::string group = GM_GROUP_HISTORY;
  auto table = vtkSmartPointer<vtkTable>::New();

  std::vector<std::string> names = file.Children(group);
  // Time first: a chart takes the first column for its axis.
  std::stable_partition(names.begin(), names.end(),
    [](const std::string& name) { return name == GM_NAME_TIME; });

  // While a solver writes, a row may have reached some datasets and not yet others.
  std::vector<Shape> shapes;
  std::uint64_t rows = Expected::Any;
  for (const std::string& name : names)
  {
    shapes.push_back(file.Open(group + "/" + name, ExpectedIn(name)).Shape());
    rows = std::min(rows, shapes.back().Rows());
  }
  for (std::size_t i = 0; i < names.size(); ++i)
  {
    const std::string dataset = group + "/" + names[i];
    const std::vector<std::uint64_t>& sizes = shapes[i].Dimensions;
    const std::string list = OwnersOf(names[i]);
    const std::vector<std::string> owners =
      list.empty() ? std::vector<std::string>() : file.Texts(list);
    if (!list.empty() && (sizes.size() < 2 || sizes[1] != owners.size()))
    {
      throw ResultError("'" + file.Path() + "': " + dataset + " has " + Described(shapes[i]) +
        "; a number or vector for each of the " + std::to_string(owners.size()) + " names of " +
        list + " is expected");
    }
    if (shapes[i].Components() == 0)
    {
      continue;
    }
    const auto all = ReadArray(file, dataset, ExpectedIn(names[i]), names[i], 0, rows);
    if (list.empty())
    {
      table->AddColumn(all);
    }
    else
    {
      AddPerOwner(table, all, owners, sizes.size() == 3 ? static_cast<int>(sizes[2]) : 1,
        shapes[i].Units);
    }
  }
  return table;
}

}
