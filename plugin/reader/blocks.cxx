// reader/blocks.cxx -- functions that the blocks of a result file share.
//
// Room: plugin/reader.
#include "blocks.h"

#include "exchange.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationStringKey.h"
#include "vtkNew.h"
#include "vtkStringArray.h"
#include "vtkTypeInt64Array.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace granum
{

namespace
{

const std::string Grains = GM_GROUP_GRAINS;
const std::string Steps = "/" GM_VTK_STEPS;
const std::string Values = Grains + Steps + "/" GM_VTK_VALUES;

int VTKType(Number type)
{
  switch (type)
  {
    case Number::Int8:
      return VTK_TYPE_INT8;
    case Number::UInt8:
      return VTK_TYPE_UINT8;
    case Number::Int16:
      return VTK_TYPE_INT16;
    case Number::UInt16:
      return VTK_TYPE_UINT16;
    case Number::Int32:
      return VTK_TYPE_INT32;
    case Number::UInt32:
      return VTK_TYPE_UINT32;
    case Number::Int64:
      return VTK_TYPE_INT64;
    case Number::UInt64:
      return VTK_TYPE_UINT64;
    case Number::Float32:
      return VTK_TYPE_FLOAT32;
    case Number::Float64:
      return VTK_TYPE_FLOAT64;
    default:
      return VTK_VOID;
  }
}

std::uint64_t Counted(std::int64_t number, const ResultFile& file, const std::string& what)
{
  if (number < 0)
  {
    throw ResultError("'" + file.Path() + "': " + what + " holds " + std::to_string(number) +
      ", a negative number");
  }
  return static_cast<std::uint64_t>(number);
}

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
      const std::string unit = file.ShapeOf(dataset).Units;
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

std::string WhyForeign(const ResultFile& file)
{
  if (!file.Has(Grains))
  {
    std::string found;
    for (const std::string& name : file.Children("/"))
    {
      found += (found.empty() ? "" : ", ") + name;
    }
    return "'" + file.Path() + "' has no group " + Grains +
      "; at its top are: " + (found.empty() ? "nothing" : found);
  }
  const std::string type = file.Text(Grains, GM_VTK_TYPE);
  if (type != "PolyData")
  {
    return "'" + file.Path() + "' is a VTKHDF file of type '" + type +
      "'; Granum Reader reads PolyData";
  }
  for (const char* name : { GM_VTK_POINTS, GM_VTK_NUMBER_OF_POINTS })
  {
    if (!file.IsDataset(Grains + "/" + name))
    {
      return "'" + file.Path() + "' has no dataset " + Grains + "/" + name;
    }
  }
  if (file.Has(Grains + Steps) && !file.IsDataset(Values))
  {
    return "'" + file.Path() + "' has a group " + Grains + Steps + " without the dataset Values";
  }
  return {};
}

Frames ReadFrames(ResultFile& file)
{
  Frames frames;
  frames.Timed = file.Has(Grains + Steps);
  if (frames.Timed)
  {
    frames.Times = file.Numbers(Values, 0, file.ShapeOf(Values).Rows());
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

std::map<std::string, std::string> Units(const ResultFile& file)
{
  std::map<std::string, std::string> units;
  if (IsExchange(file))
  {
    return ExchangeUnits();
  }
  for (const char* group : { GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA,
         GM_GROUP_CONTACTS "/" GM_VTK_CELL_DATA, GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA,
         GM_GROUP_SITES "/" GM_VTK_POINT_DATA, GM_GROUP_HISTORY })
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
  return units;
}

void SetUnits(vtkDataArray* array, const std::string& units)
{
  if (!units.empty())
  {
    array->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), units);
  }
}

vtkSmartPointer<vtkCellArray> OneVertexEach(vtkIdType count)
{
  vtkNew<vtkTypeInt64Array> offsets;
  vtkNew<vtkTypeInt64Array> points;
  offsets->SetNumberOfValues(count + 1);
  points->SetNumberOfValues(count);
  std::iota(offsets->GetPointer(0), offsets->GetPointer(0) + count + 1, 0);
  std::iota(points->GetPointer(0), points->GetPointer(0) + count, 0);
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  cells->SetData(offsets, points);
  return cells;
}

vtkSmartPointer<vtkDataArray> ReadArrayAs(ResultFile& file, const std::string& dataset,
  const std::string& name, std::uint64_t first, std::uint64_t rows, int vtkType, Number type)
{
  const Shape shape = file.ShapeOf(dataset);
  auto array = vtkSmartPointer<vtkDataArray>::Take(vtkDataArray::CreateDataArray(vtkType));
  array->SetName(name.c_str());
  array->SetNumberOfComponents(static_cast<int>(shape.Components()));
  if (rows > shape.Rows())
  {
    rows = 0; // the call below reports the error; never allocate for a wrong number
    first = shape.Rows() + 1;
  }
  array->SetNumberOfTuples(static_cast<vtkIdType>(rows));
  file.Read(dataset, first, rows, type, array->GetVoidPointer(0));
  SetUnits(array, shape.Units);
  return array;
}

vtkSmartPointer<vtkDataArray> ReadArray(ResultFile& file, const std::string& dataset,
  const std::string& name, std::uint64_t first, std::uint64_t rows)
{
  const Shape shape = file.ShapeOf(dataset);
  const int type = VTKType(shape.Type);
  if (type == VTK_VOID)
  {
    throw ResultError("'" + file.Path() + "': " + dataset + " holds no numbers");
  }
  return ReadArrayAs(file, dataset, name, first, rows, type, shape.Type);
}

std::uint64_t FirstRow(ResultFile& file, const std::string& group, const std::string& offsets,
  const std::string& array, std::size_t frame, std::uint64_t geometry)
{
  if (frame == NoFrame)
  {
    return 0;
  }
  const std::string own = group + Steps + "/" + offsets + "/" + array;
  return file.Has(own) ? Counted(file.Integer(own, frame), file, own) : geometry;
}

Range RangeOf(ResultFile& file, const std::string& group, std::size_t frame,
  const std::string& cellGroup)
{
  if (frame == NoFrame)
  {
    return {};
  }
  const std::string steps = group + Steps;
  const bool timed = file.Has(steps);
  const auto at = [&](const std::string& name, std::uint64_t fallback)
  {
    const std::string dataset = steps + "/" + name;
    return timed && file.Has(dataset) ? Counted(file.Integer(dataset, frame), file, dataset)
                                      : fallback;
  };
  const std::uint64_t parts = timed ? at(GM_VTK_NUMBER_OF_PARTS, 1)
                                    : file.ShapeOf(group + "/" GM_VTK_NUMBER_OF_POINTS).Rows();
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
  range.Points = Counted(file.Integer(points, part), file, points);
  range.FirstCell = at(GM_VTK_CELL_OFFSETS, 0);
  range.Cells = file.Has(cells) ? Counted(file.Integer(cells, part), file, cells) : 0;
  return range;
}

void AddNames(ResultFile& file, vtkFieldData* fields)
{
  AddNamesOf(file, GM_NAME_STRUCTURES, fields);
  AddNamesOf(file, GM_NAME_MATERIALS, fields);
}

}
