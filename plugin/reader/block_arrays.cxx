// reader/block_arrays.cxx -- datasets of a result file as arrays of VTK.
//
// Room: plugin/reader.  Memory is allocated only after the file has been found to hold the
// rows.
#include "blocks.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkInformation.h"
#include "vtkInformationStringKey.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkTypeInt64Array.h"

#include <numeric>

namespace granum
{

namespace
{

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
    default:
      return VTK_TYPE_FLOAT64;
  }
}

const Expected OneInteger = { Expected::Integers, {} };
const Expected OneReal = { Expected::Reals, {} };
const Expected Vector = { Expected::Reals, { 3 } };
const Expected FourReals = { Expected::Reals, { 4 } };

/** Arrays of points and cells: a name means the same in every group. */
const std::map<std::string, Expected> Known = {
  { GM_NAME_ID, OneInteger },
  { GM_NAME_ID_A, OneInteger },
  { GM_NAME_ID_B, OneInteger },
  { GM_NAME_MATERIAL, OneInteger },
  { GM_NAME_COORDINATION, OneInteger },
  { GM_NAME_STRUCTURE_ID, OneInteger },
  { GM_NAME_PATCH, OneInteger },
  { GM_NAME_SITE_COUNT, OneInteger },
  { GM_NAME_ANSWERED, OneInteger },
  { GM_NAME_AUDIT_ANSWERED, OneInteger },
  { GM_NAME_UNSUPPORTED, OneInteger },
  { GM_NAME_SOURCE, OneInteger },
  { GM_NAME_HELD, OneInteger },
  { GM_NAME_LABEL, OneInteger },
  { GM_NAME_PLACE, OneInteger },
  { GM_NAME_STRUCTURE_IMAGE, OneInteger },
  { GM_NAME_STRUCTURE_A, OneInteger },
  { GM_NAME_KIND, OneInteger },
  { GM_NAME_SHAPE, OneInteger },
  { GM_NAME_RADIUS, OneReal },
  { GM_NAME_MASS, OneReal },
  { GM_NAME_OVERLAP, OneReal },
  { GM_NAME_AREA, OneReal },
  { GM_NAME_WEIGHT, OneReal },
  { GM_NAME_DAMPED, OneReal },
  { GM_NAME_SLID, OneReal },
  { GM_NAME_VOLUME, OneReal },
  { GM_NAME_POINT_PRESSURE, OneReal },
  { GM_NAME_SCALE, OneReal },
  { GM_NAME_STRUCTURE_DISTANCE, OneReal },
  { GM_NAME_DISTANCE, OneReal },
  { GM_NAME_SPACING, OneReal },
  { GM_NAME_PROPERTY, OneReal },
  { GM_NAME_PROPERTY_MODULUS, OneReal },
  { GM_NAME_PROPERTY_RESTITUTION, OneReal },
  { GM_NAME_AUDIT_ERROR, OneReal },
  { GM_NAME_AUDIT_MISSING, OneReal },
  { GM_NAME_AUDIT_EXACT, OneReal },
  { GM_NAME_VELOCITY, Vector },
  { GM_NAME_ANGULAR_VELOCITY, Vector },
  { GM_NAME_FORCE, Vector },
  { GM_NAME_TORQUE, Vector },
  { GM_NAME_NORMAL, Vector },
  { GM_NAME_POINT, Vector },
  { GM_NAME_STRUCTURE_NORMAL, Vector },
  { GM_NAME_LAST_NORMAL, Vector },
  { GM_NAME_SCHEME_VELOCITY, Vector },
  { GM_NAME_SCHEME_SPIN, Vector },
  { GM_NAME_ORIENTATION, FourReals },
  { GM_NAME_SPRING, FourReals },
  { GM_NAME_COUPLE, FourReals },
};

vtkSmartPointer<vtkDataArray> ReadRows(const Table& table, const std::string& name,
  std::uint64_t first, std::uint64_t rows, int vtkType, Number type)
{
  table.Demand(first, rows);
  auto array = vtkSmartPointer<vtkDataArray>::Take(vtkDataArray::CreateDataArray(vtkType));
  array->SetName(name.c_str());
  array->SetNumberOfComponents(static_cast<int>(table.Shape().Components()));
  array->SetNumberOfTuples(static_cast<vtkIdType>(rows));
  table.Read(first, rows, type, array->GetVoidPointer(0));
  SetUnits(array, table.Shape().Units);
  return array;
}

}

Expected ExpectedOf(const ResultFile& file, const std::string& name)
{
  const auto known = Known.find(name);
  return known != Known.end() && file.Has(GM_GROUP_GRANUM) ? known->second
                                                           : Expected::Free(Expected::Numbers, 2);
}

vtkSmartPointer<vtkDataArray> ReadArray(ResultFile& file, const std::string& dataset,
  const Expected& expected, const std::string& name, std::uint64_t first, std::uint64_t rows)
{
  const Table table = file.Open(dataset, expected);
  const Number type = table.Shape().Type;
  return ReadRows(table, name, first, rows, VTKType(type), type);
}

vtkSmartPointer<vtkDataArray> ReadIntegers(ResultFile& file, const std::string& dataset,
  const std::string& name, std::uint64_t first, std::uint64_t rows, int vtkType)
{
  return ReadRows(file.Open(dataset, OneInteger), name, first, rows, vtkType, Number::Int64);
}

vtkSmartPointer<vtkPoints> ReadPoints(ResultFile& file, const std::string& group,
  std::uint64_t first, std::uint64_t rows)
{
  const Expected expected = { file.Has(GM_GROUP_GRANUM) ? Expected::Reals : Expected::Numbers,
    { 3 } };
  auto points = vtkSmartPointer<vtkPoints>::New();
  points->SetData(ReadArray(file, group + "/" GM_VTK_POINTS, expected, "Points", first, rows));
  return points;
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

// Polygons of a static block of a result file.

namespace
{

/** Offsets begin with 0, do not decrease and end with the number of corners. */
void DemandOffsets(const ResultFile& file, const std::string& dataset, vtkDataArray* offsets,
  std::uint64_t corners)
{
  double before = 0.0;
  const vtkIdType last = offsets->GetNumberOfTuples() - 1;
  for (vtkIdType i = 0; i <= last; ++i)
  {
    const double offset = offsets->GetComponent(i, 0);
    const bool bad = offset < before || offset > static_cast<double>(corners) ||
      (i == 0 && offset != 0.0) || (i == last && offset != static_cast<double>(corners));
    if (bad)
    {
      throw ResultError("'" + file.Path() + "': " + dataset + " has " +
        std::to_string(static_cast<std::int64_t>(offset)) + " in row " + std::to_string(i) +
        "; offsets from 0 to " + std::to_string(corners) + " that do not decrease are expected");
    }
    before = offset;
  }
}

}

vtkSmartPointer<vtkPolyData> ReadPolygons(ResultFile& file, const std::string& group,
  const std::string& owner)
{
  const std::string polygons = group + "/" GM_VTK_POLYGONS;
  const std::string data = group + "/" GM_VTK_CELL_DATA "/";
  const Range range = RangeOf(file, group, 0, GM_VTK_POLYGONS);
  auto surfaces = vtkSmartPointer<vtkPolyData>::New();
  surfaces->SetPoints(ReadPoints(file, group, 0, range.Points));
  const std::uint64_t count = CountAt(file, polygons + "/" GM_VTK_NUMBER_OF_IDS, 0);
  const auto offsets =
    ReadIntegers(file, polygons + "/" GM_VTK_OFFSETS, "", 0, range.Cells + 1, VTK_TYPE_INT64);
  DemandOffsets(file, polygons + "/" GM_VTK_OFFSETS, offsets, count);
  vtkNew<vtkCellArray> cells;
  cells->SetData(vtkTypeInt64Array::SafeDownCast(offsets),
    vtkTypeInt64Array::SafeDownCast(
      ReadIntegers(file, polygons + "/" GM_VTK_CONNECTIVITY, "", 0, count, VTK_TYPE_INT64)));
  surfaces->SetPolys(cells);
  const vtkIdType points = surfaces->GetNumberOfPoints();
  ForEachCell(surfaces,
    [&](vtkIdType, vtkIdList* corners)
    {
      for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
      {
        if (corners->GetId(i) < 0 || corners->GetId(i) >= points)
        {
          throw ResultError("'" + file.Path() + "': a cell of " + group + " names point " +
            std::to_string(corners->GetId(i)) + " of " + std::to_string(points));
        }
      }
    });

  for (const std::string& name : file.Children(group + "/" GM_VTK_CELL_DATA))
  {
    surfaces->GetCellData()->AddArray(
      ReadArray(file, data + name, ExpectedOf(file, name), name, 0, range.Cells));
  }
  if (!surfaces->GetCellData()->GetArray(owner.c_str()))
  {
    throw ResultError("'" + file.Path() + "' has no dataset " + data + owner);
  }
  return surfaces;
}

}
