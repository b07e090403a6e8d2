// reader/blocks.cxx -- functions that the blocks of a result file share.
//
// Room: plugin/reader.
#include "blocks.h"

#include "exchange.h"

#include "file/ondem.h"
#include "file/schema.h"

#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkStringArray.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

const std::string Grains = GM_GROUP_GRAINS;
const std::string Steps = "/" GM_VTK_STEPS;
const std::string Values = Grains + Steps + "/" GM_VTK_VALUES;

void AddNamesOf(ResultFile& file, const std::string& what, vtkFieldData* fields)
{
  vtkNew<vtkStringArray> names;
  names->SetName(what.c_str());
  for (const std::string& name : file.Texts(GM_GROUP_NAMES "/" + what))
  {
    names->InsertNextValue(name);
  }
  if (names->GetNumberOfValues() > 0)
  {
    fields->AddArray(names);
  }
}

void CollectUnits(const ResultFile& file, const std::string& group,
  std::map<std::string, std::string>& units)
{
  for (const std::string& name : file.Children(group))
  {
    const std::string dataset = group + "/" + name;
    if (file.IsDataset(dataset))
    {
      const std::string unit = file.Text(dataset, GM_ATTR_UNITS);
      if (!unit.empty())
      {
        units.emplace(name, unit);
      }
    }
  }
}

}

std::uint64_t Piece::First(std::uint64_t rows) const
{
  return rows * static_cast<std::uint64_t>(this->Number) / static_cast<std::uint64_t>(this->Count);
}

std::size_t Frames::At(double time) const
{
  // Allow for round-off: 30 x 0.02 s is 0.6000000000000001 s in a file, also found by 0.6 s.
  const double roundOff = 1.0e-12 * (std::abs(time) + 1.0e-12);
  const auto after = std::upper_bound(this->Times.begin(), this->Times.end(), time + roundOff);
  return after == this->Times.begin() ? 0
                                      : static_cast<std::size_t>(after - this->Times.begin()) - 1;
}

Frames ReadFrames(ResultFile& file)
{
  Frames frames;
  frames.Timed = file.Has(Grains + Steps);
  if (frames.Timed)
  {
    file.DemandCount(Grains + Steps, GM_VTK_NSTEPS);
    const Table values = file.Open(Values, { Expected::Numbers });
    frames.Times = values.Numbers(0, values.Rows());
    for (std::size_t i = 0; i < frames.Times.size(); ++i)
    {
      const double before = i > 0 ? frames.Times[i - 1] : frames.Times[i];
      if (!std::isfinite(frames.Times[i]) || frames.Times[i] < before)
      {
        throw ResultError("'" + file.Path() + "': " + Values + " has the time " +
          std::to_string(frames.Times[i]) + " s in row " + std::to_string(i) +
          "; times that do not decrease are expected");
      }
    }
  }
  return frames;
}

std::vector<std::string> GrainArrays(const ResultFile& file)
{
  if (IsExchange(file))
  {
    return ExchangeGrainArrays(file);
  }
  return file.Children(Grains + "/" GM_VTK_POINT_DATA);
}

std::vector<std::string> StructureNames(const ResultFile& file)
{
  return file.Texts(IsExchange(file) ? GM_ONDEM_SCENE "/" GM_ONDEM_STRUCTURES
                                     : GM_GROUP_NAMES "/" GM_NAME_STRUCTURES);
}

std::map<std::string, std::string> Units(const ResultFile& file)
{
  std::map<std::string, std::string> units;
  if (IsExchange(file))
  {
    return ExchangeUnits();
  }
  for (const char* group :
    { GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA, GM_GROUP_CONTACTS "/" GM_VTK_CELL_DATA,
      GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA, GM_GROUP_SITES "/" GM_VTK_POINT_DATA,
      GM_GROUP_BODIES "/" GM_VTK_POINT_DATA, GM_GROUP_CLUMPS "/" GM_VTK_POINT_DATA,
      GM_GROUP_POINTS "/" GM_VTK_POINT_DATA, GM_GROUP_ZONES, GM_GROUP_HISTORY })
  {
    CollectUnits(file, group, units);
  }
  if (file.Has(GM_GROUP_CONTACTS))
  {
    units.emplace(GM_NAME_FORCE_NORMAL, "N");
    units.emplace(GM_NAME_FORCE_TANGENTIAL, "N");
    units.emplace(GM_NAME_POINT, "m");
    units.emplace(GM_NAME_KIND, "1");
    units.emplace(GM_NAME_IMAGE, "1");
  }
  if (file.Has(GM_GROUP_POINTS))
  {
    units.emplace("size", "m");
  }
  if (file.Has(GM_GROUP_BODIES) || file.Has(GM_GROUP_CLUMPS))
  {
    units.emplace("axis", "1");
    units.emplace("tilt", "rad");
    units.emplace(GM_NAME_SCALE, "1");
  }
  return units;
}

std::uint64_t CountAt(ResultFile& file, const std::string& dataset, std::uint64_t row)
{
  const std::int64_t number = file.Integer(dataset, row);
  if (number < 0)
  {
    throw ResultError("'" + file.Path() + "': " + dataset + " has " + std::to_string(number) +
      " in row " + std::to_string(row) + "; a count is not negative");
  }
  return static_cast<std::uint64_t>(number);
}

std::uint64_t FirstRow(ResultFile& file, const std::string& group, const std::string& offsets,
  const std::string& array, std::size_t frame, std::uint64_t geometry)
{
  if (frame == NoFrame)
  {
    return 0;
  }
  const std::string own = group + Steps + "/" + offsets + "/" + array;
  return file.Has(own) ? CountAt(file, own, frame) : geometry;
}

Range RangeOf(ResultFile& file, const std::string& group, std::size_t frame,
  const std::string& cellGroup)
{
  if (frame == NoFrame)
  {
    return {};
  }
  const std::string steps = group + Steps;
  const Expected onePart = { Expected::Integers, {} };
  const bool timed = file.Has(steps);
  file.DemandCount(steps, GM_VTK_NSTEPS);
  const auto at = [&](const std::string& name, std::uint64_t fallback)
  {
    const std::string dataset = steps + "/" + name;
    return timed && file.Has(dataset) ? CountAt(file, dataset, frame) : fallback;
  };
  const std::uint64_t parts = timed
    ? at(GM_VTK_NUMBER_OF_PARTS, 1)
    : file.Open(group + "/" GM_VTK_NUMBER_OF_POINTS, onePart).Rows();
  if (parts != 1)
  {
    throw ResultError("'" + file.Path() + "': a frame of " + group + " has " +
      std::to_string(parts) + " parts; one is expected");
  }
  const std::uint64_t part = at(GM_VTK_PART_OFFSETS, timed ? frame : 0);
  const std::string points = group + "/" GM_VTK_NUMBER_OF_POINTS;
  const std::string cells =
    group + (cellGroup.empty() ? "" : "/" + cellGroup) + "/" GM_VTK_NUMBER_OF_CELLS;
  Range range;
  range.FirstPoint = at(GM_VTK_POINT_OFFSETS, 0);
  range.Points = CountAt(file, points, part);
  range.FirstCell = at(GM_VTK_CELL_OFFSETS, 0);
  range.Cells = file.Has(cells) ? CountAt(file, cells, part) : 0;
  return range;
}

void AddBody(const ResultFile& file, vtkFieldData* fields)
{
  const double dimensions = file.Number(GM_GROUP_SCENE, GM_ATTR_DIMENSIONS, 3.0);
  const std::string body = file.Text(GM_GROUP_SCENE, GM_ATTR_BODY);
  vtkNew<vtkIntArray> count;
  count->SetName(GM_ATTR_DIMENSIONS);
  count->InsertNextValue(dimensions == 2.0 ? 2 : 3);
  SetUnits(count, "1");
  fields->AddArray(count);
  vtkNew<vtkStringArray> grains;
  grains->SetName(GM_ATTR_BODY);
  grains->InsertNextValue(body.empty() ? "sphere" : body);
  fields->AddArray(grains);
  if (dimensions == 3.0)
  {
    return;
  }
  const double t = file.Number(GM_GROUP_SCENE, GM_ATTR_THICKNESS, 0.0);
  if (dimensions != 2.0 || !std::isfinite(t) || t <= 0.0)
  {
    throw ResultError("'" + file.Path() + "': " GM_GROUP_SCENE " has " +
      std::to_string(dimensions) + " dimensions and a thickness of " + std::to_string(t) +
      " m; 3, or 2 and a thickness above 0, are expected");
  }
  vtkNew<vtkDoubleArray> thickness;
  thickness->SetName(GM_ATTR_THICKNESS);
  thickness->InsertNextValue(t);
  SetUnits(thickness, "m");
  fields->AddArray(thickness);
}

void AddNames(ResultFile& file, vtkFieldData* fields)
{
  AddBody(file, fields);
  AddNamesOf(file, GM_NAME_STRUCTURES, fields);
  AddNamesOf(file, GM_NAME_MATERIALS, fields);
  const std::string densities = GM_GROUP_SCENE "/" GM_NAME_MATERIAL_DENSITY;
  if (file.Has(densities))
  {
    const Expected one = { Expected::Reals, {} };
    const std::uint64_t rows = file.Open(densities, one).Rows();
    fields->AddArray(ReadArray(file, densities, one, GM_NAME_MATERIAL_DENSITY, 0, rows));
  }
}

void AddAudit(ResultFile& file, vtkFieldData* fields)
{
  if (!file.Has(GM_GROUP_AUDIT))
  {
    return;
  }
  const Expected expected = { Expected::Integers, {} };
  for (const std::string name :
    { GM_NAME_QUERIES, GM_NAME_MISSING, GM_NAME_EXACT, GM_NAME_UNSERVED })
  {
    const std::string dataset = GM_GROUP_AUDIT "/" + name;
    const std::uint64_t rows = file.Open(dataset, expected).Shape().Rows();
    fields->AddArray(ReadArray(file, dataset, expected, GM_PREFIX_AUDITED + name, 0, rows));
  }
  vtkNew<vtkStringArray> remedies;
  remedies->SetName(GM_PREFIX_AUDITED GM_NAME_REMEDY);
  for (const std::string& remedy : file.Texts(GM_GROUP_AUDIT "/" GM_NAME_REMEDY))
  {
    remedies->InsertNextValue(remedy);
  }
  fields->AddArray(remedies);
}

void AddMasses(ResultFile& file, vtkFieldData* fields)
{
  const std::string masses = GM_GROUP_SCENE "/" GM_NAME_STRUCTURE_MASS;
  if (!file.Has(masses))
  {
    return;
  }
  const Expected one = { Expected::Reals, {} };
  const Shape shape = file.Open(masses, one).Shape();
  const std::size_t names = StructureNames(file).size();
  if (shape.Rows() != names)
  {
    throw ResultError("'" + file.Path() + "': " + masses + " has " + Described(shape) +
      "; a mass for each of the " + std::to_string(names) + " structures is expected");
  }
  fields->AddArray(ReadArray(file, masses, one, GM_NAME_STRUCTURE_MASS, 0, names));
}

}
