// reader/points_block.cxx -- one vertex a material point; and any group of the layout of grains.
//
// Room: plugin/reader.
#include "blocks.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkTypeInt32Array.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace granum
{

vtkSmartPointer<vtkPolyData> ReadVertices(ResultFile& file, const std::string& group,
  std::size_t frame, Piece piece)
{
  const Range range = RangeOf(file, group, frame, GM_VTK_VERTICES);
  const std::uint64_t skip = piece.First(range.Points);
  const std::uint64_t rows = piece.Last(range.Points) - skip;
  const std::string data = group + "/" GM_VTK_POINT_DATA;
  auto vertices = vtkSmartPointer<vtkPolyData>::New();
  vertices->SetPoints(ReadPoints(file, group, range.FirstPoint + skip, rows));
  vertices->SetVerts(OneVertexEach(static_cast<vtkIdType>(rows)));
  for (const std::string& name : file.Children(data))
  {
    const std::uint64_t first =
      skip + FirstRow(file, group, GM_VTK_POINT_DATA_OFFSETS, name, frame, range.FirstPoint);
    vertices->GetPointData()->AddArray(
      ReadArray(file, data + "/" + name, ExpectedOf(file, name), name, first, rows));
  }
  return vertices;
}

vtkSmartPointer<vtkPolyData> ReadMaterialPoints(ResultFile& file, std::size_t frame, Piece piece)
{
  const std::string group = GM_GROUP_POINTS;
  if (!file.Has(group))
  {
    return vtkSmartPointer<vtkPolyData>::New();
  }
  const auto points = ReadVertices(file, group, frame, piece);
  AddNames(file, points->GetFieldData());
  vtkDataArray* volume = points->GetPointData()->GetArray(GM_NAME_VOLUME);
  if (!volume)
  {
    throw ResultError(
      "'" + file.Path() + "' has no dataset " + group + "/" GM_VTK_POINT_DATA "/" GM_NAME_VOLUME);
  }
  vtkDataArray* thickness = points->GetFieldData()->GetArray(GM_ATTR_THICKNESS);
  vtkNew<vtkDoubleArray> size;
  size->SetName("size");
  size->SetNumberOfTuples(volume->GetNumberOfTuples());
  SetUnits(size, "m");
  for (vtkIdType i = 0; i < volume->GetNumberOfTuples(); ++i)
  {
    const double v = std::max(volume->GetComponent(i, 0), 0.0);
    size->SetValue(i, thickness ? std::sqrt(v / thickness->GetComponent(0, 0)) : std::cbrt(v));
  }
  points->GetPointData()->AddArray(size);
  return points;
}

// The cells of a hybrid run in which there are grains or material points.  The file has them as a
// grid that is fixed over the run: a row of a frame is a line of cells along x.

namespace
{

struct Cells
{
  std::array<std::int64_t, 3> Count;
  std::vector<double> Origin, Spacing;
  bool Flat = false;
};

Cells ReadCells(ResultFile& file)
{
  const std::string group = GM_GROUP_ZONES "/";
  const Expected reals = { Expected::Reals, { 3 } };
  const auto count = file.Open(group + GM_NAME_CELLS, { Expected::Integers, { 3 } }).Integers(0, 1);
  Cells cells;
  std::int64_t all = 1;
  cells.Origin = file.Open(group + GM_NAME_ORIGIN, reals).Numbers(0, 1);
  cells.Spacing = file.Open(group + GM_NAME_SPACING, reals).Numbers(0, 1);
  for (std::size_t i = 0; i < 3; ++i)
  {
    if (count[i] < 1 || count[i] > VTK_INT_MAX / all || !std::isfinite(cells.Origin[i]) ||
      !std::isfinite(cells.Spacing[i]) || cells.Spacing[i] <= 0.0)
    {
      throw ResultError("'" + file.Path() + "': " GM_GROUP_ZONES " has " +
        std::to_string(count[i]) + " cells of " + std::to_string(cells.Spacing[i]) +
        " m along an axis; 1 or more, in all less than 2^31, and a width above 0 are expected");
    }
    cells.Count[i] = count[i];
    all *= count[i];
  }
  cells.Flat = file.Number(GM_GROUP_SCENE, GM_ATTR_DIMENSIONS, 3.0) == 2.0;
  return cells;
}

/** One number a cell, in a frame. */
vtkSmartPointer<vtkDataArray> ReadValues(ResultFile& file, const std::string& name,
  std::size_t frame, const Cells& cells, bool whole)
{
  const std::string dataset = GM_GROUP_ZONES "/" + name;
  const auto lines = static_cast<std::uint64_t>(cells.Count[1] * cells.Count[2]);
  const Expected expected = { whole ? Expected::Integers : Expected::Reals,
    { lines, static_cast<std::uint64_t>(cells.Count[0]) } };
  const auto values = ReadArray(file, dataset, expected, name, frame, 1);
  values->SetNumberOfComponents(1); // of one row with all cells, one row for each cell
  return values;
}

/** The corners of cells, each once. */
class Corners
{
public:
  explicit Corners(const Cells& cells)
    : Grid(cells)
  {
    this->Points->SetDataTypeToDouble();
  }

  vtkIdType At(std::int64_t i, std::int64_t j, std::int64_t k)
  {
    const std::int64_t key = i + (this->Grid.Count[0] + 1) * (j + (this->Grid.Count[1] + 1) * k);
    const auto entry = this->Placed.try_emplace(key, this->Points->GetNumberOfPoints());
    if (entry.second)
    {
      const auto& o = this->Grid.Origin;
      const auto& h = this->Grid.Spacing;
      this->Points->InsertNextPoint(o[0] + h[0] * static_cast<double>(i),
        o[1] + h[1] * static_cast<double>(j),
        this->Grid.Flat ? 0.0 : o[2] + h[2] * static_cast<double>(k));
    }
    return entry.first->second;
  }

  vtkNew<vtkPoints> Points;

private:
  const Cells& Grid;
  std::unordered_map<std::int64_t, vtkIdType> Placed;
};

}

vtkSmartPointer<vtkUnstructuredGrid> ReadZones(ResultFile& file, std::size_t frame)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  if (!file.Has(GM_GROUP_ZONES))
  {
    return grid;
  }
  AddNames(file, grid->GetFieldData());
  if (frame == NoFrame)
  {
    return grid;
  }
  const Cells cells = ReadCells(file);
  const auto zone = ReadValues(file, GM_NAME_ZONE, frame, cells, true);
  const auto packing = ReadValues(file, GM_NAME_PACKING, frame, cells, false);
  const auto distance = ReadValues(file, GM_NAME_DISTANCE, frame, cells, false);
  vtkNew<vtkTypeInt32Array> kind;
  kind->SetName(GM_NAME_ZONE);
  SetUnits(kind, "1");
  vtkNew<vtkIdList> kept;
  Corners corners(cells);
  for (vtkIdType c = 0; c < zone->GetNumberOfTuples(); ++c)
  {
    if (zone->GetComponent(c, 0) <= 0.0 && !(packing->GetComponent(c, 0) > 0.0))
    {
      continue; // empty
    }
    const std::int64_t i = c % cells.Count[0], line = c / cells.Count[0];
    const std::int64_t j = line % cells.Count[1], k = line / cells.Count[1];
    vtkIdType ids[8];
    for (int n = 0; n < (cells.Flat ? 4 : 8); ++n)
    {
      ids[n] = corners.At(i + (n & 1), j + (n >> 1 & 1), k + (n >> 2));
    }
    grid->InsertNextCell(cells.Flat ? VTK_PIXEL : VTK_VOXEL, cells.Flat ? 4 : 8, ids);
    kept->InsertNextId(c);
    kind->InsertNextValue(static_cast<int>(zone->GetComponent(c, 0)));
  }
  grid->SetPoints(corners.Points);
  grid->GetCellData()->AddArray(kind);
  for (const auto& values : { packing, distance })
  {
    const auto array = vtkSmartPointer<vtkDataArray>::Take(values->NewInstance());
    array->SetName(values->GetName());
    array->SetNumberOfTuples(kept->GetNumberOfIds());
    values->GetTuples(kept, array);
    SetUnits(array, file.Text(GM_GROUP_ZONES "/" + std::string(values->GetName()), GM_ATTR_UNITS));
    grid->GetCellData()->AddArray(array);
  }
  return grid;
}

}
