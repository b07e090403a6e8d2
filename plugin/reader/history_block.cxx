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

/** Whether a user gave the name, perhaps as that of a structure: of a sensor or a sink. */
bool IsOfSensor(const std::string& name)
{
  return EndsWithOne(name,
    { GM_SUFFIX_FORWARD, GM_SUFFIX_BACKWARD, GM_SUFFIX_TAKEN, GM_SUFFIX_MASS_FORWARD,
      GM_SUFFIX_MASS_BACKWARD, GM_SUFFIX_MASS_TAKEN, GM_SUFFIX_CONTACT_STRESS,
      GM_SUFFIX_KINETIC_STRESS, GM_SUFFIX_SOLID });
}

/** The list of those of which an array has a number or vector each; "" if it has one for all. */
std::string OwnersOf(const std::string& name)
{
  const auto begins = [&](const char* prefix) { return name.rfind(prefix, 0) == 0; };
  if (IsOfSensor(name) || name == GM_NAME_WORK || name == GM_NAME_HELD_ENERGY)
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

/** A column that file/schema.h describes, but for the number of structures. */
bool IsListed(const std::string& name, Expected& expected)
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
    GM_NAME_BODIES_POTENTIAL, GM_NAME_BODIES_APPLIED, GM_NAME_BODIES_DRAG, GM_NAME_MASS_OUT };
  static const std::set<std::string> vectors = { GM_NAME_STRUCTURE_FORCE, GM_NAME_STRUCTURE_TORQUE,
    GM_NAME_STRUCTURE_MET, GM_NAME_STRUCTURE_IMPULSE, GM_NAME_STRUCTURE_MOMENTUM,
    GM_NAME_STRUCTURE_ANGULAR, GM_NAME_STRUCTURE_CENTRE, GM_NAME_STRUCTURE_POSITION };
  static const std::set<std::string> numbers = { GM_NAME_STRUCTURE_POWER, GM_NAME_STRUCTURE_WORK,
    GM_NAME_STRUCTURE_KINETIC, GM_NAME_STRUCTURE_ROTATIONAL, GM_NAME_STRUCTURE_APPLIED,
    GM_NAME_STRUCTURE_ORTHOGONALITY };
  constexpr std::uint64_t any = Expected::Any; // there may be no structure
  expected = { Expected::Reals, {} };
  if (integers.count(name) > 0)
  {
    expected.Values = Expected::Integers;
  }
  else if (name == GM_NAME_MOMENTUM)
  {
    expected.Row = { 3 };
  }
  else if (vectors.count(name) > 0)
  {
    expected.Row = { any, 3 };
  }
  else if (numbers.count(name) > 0)
  {
    expected.Row = { any };
  }
  else if (name == GM_NAME_STRUCTURE_ORIENTATION)
  {
    expected.Row = { any, 4 };
  }
  else if (reals.count(name) == 0)
  {
    return false;
  }
  return true;
}

struct Column
{
  std::string Name;
  granum::Expected Expected;
  granum::Shape Shape;
  std::vector<std::string> Owners; /**< none: one column */
};

/** A column as it is; false for one that is not listed and cannot be a column: no numbers, or
 * no rows.  Solvers add columns, and none of them may cost the others. */
bool FindColumn(ResultFile& file, Column& column)
{
  const std::string dataset = std::string(GM_GROUP_HISTORY) + "/" + column.Name;
  const bool listed = IsListed(column.Name, column.Expected);
  if (!listed)
  {
    column.Expected = Expected::Free(Expected::Numbers, 3);
    column.Expected.LeastInRow = 0; // of structures, or of groups of held grains
    column.Expected.MostInRow = VTK_INT_MAX;
  }
  try
  {
    column.Shape = file.Open(dataset, column.Expected).Shape();
  }
  catch (const ResultError&)
  {
    if (listed || !OwnersOf(column.Name).empty())
    {
      throw;
    }
    return false;
  }
  const std::string list = OwnersOf(column.Name);
  if (!list.empty())
  {
    const std::vector<std::uint64_t>& sizes = column.Shape.Dimensions;
    column.Owners = file.Texts(list);
    const bool each = sizes.size() > 1 && sizes[1] == column.Owners.size();
    if (!each && listed)
    {
      throw ResultError("'" + file.Path() + "': " + dataset + " has " + Described(column.Shape) +
        "; a number or vector for each of the " + std::to_string(column.Owners.size()) +
        " names of " + list + " is expected");
    }
    if (!each)
    {
      column.Owners.clear();
    }
  }
  return listed || column.Shape.Rows() > 0;
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
  auto table = vtkSmartPointer<vtkTable>::New();

  std::vector<std::string> names = file.Children(GM_GROUP_HISTORY);
  // Time first: a chart takes the first column for its axis.
  std::stable_partition(names.begin(), names.end(),
    [](const std::string& name) { return name == GM_NAME_TIME; });

  // While a solver writes, a row may have reached some datasets and not yet others.
  std::vector<Column> columns;
  std::uint64_t rows = Expected::Any;
  for (const std::string& name : names)
  {
    Column column = { name, {}, {}, {} };
    if (FindColumn(file, column))
    {
      rows = std::min(rows, column.Shape.Rows());
      columns.push_back(column);
    }
  }
  for (const Column& column : columns)
  {
    if (column.Shape.Components() == 0)
    {
      continue;
    }
    const std::string dataset = std::string(GM_GROUP_HISTORY) + "/" + column.Name;
    const auto all = ReadArray(file, dataset, column.Expected, column.Name, 0, rows);
    if (column.Owners.empty())
    {
      table->AddColumn(all);
    }
    else
    {
      const std::vector<std::uint64_t>& sizes = column.Shape.Dimensions;
      AddPerOwner(table, all, column.Owners, sizes.size() == 3 ? static_cast<int>(sizes[2]) : 1,
        column.Shape.Units);
    }
  }
  return table;
}

}
