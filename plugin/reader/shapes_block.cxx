// reader/shapes_block.cxx -- the shapes of bodies as surfaces, a block each.
//
// Room: plugin/reader.
//
// A clump is drawn as its member spheres, each an icosahedron whose faces are divided; points
// have normals, so that it looks round.  Polygons get normals that follow edges sharper than 30
// degrees.
#include "blocks.h"

#include "pose.h"

#include "file/schema.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkFloatArray.h"
#include "vtkInformation.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkPolyDataNormals.h"
#include "vtkStringArray.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace granum
{

namespace
{

constexpr double FeatureAngle = 30.0; // degrees
constexpr std::size_t MostMembers = 200000; // of all clump shapes together: 4 million triangles

std::vector<std::array<double, 3>> ReadAxes(ResultFile& file, const std::string& name,
  std::size_t shapes)
{
  const std::string dataset = GM_GROUP_SCENE "/" + name;
  std::vector<std::array<double, 3>> axes(shapes, { 0.0, 0.0, 0.0 });
  if (!file.Has(dataset))
  {
    return axes;
  }
  const Expected vector = { Expected::Reals, { 3 } };
  const Table table = file.Open(dataset, vector);
  if (table.Rows() != shapes)
  {
    throw ResultError("'" + file.Path() + "': " + dataset + " has " + Described(table.Shape()) +
      "; an axis for each of the " + std::to_string(shapes) + " shapes is expected");
  }
  const std::vector<double> numbers = table.Numbers(0, shapes);
  for (std::size_t s = 0; s < shapes; ++s)
  {
    for (std::size_t i = 0; i < 3; ++i)
    {
      axes[s][i] = numbers[3 * s + i];
    }
    vtkMath::Normalize(axes[s].data()); // leaves 0 as it is
  }
  return axes;
}

/** The shape of row `row` of a group of shapes. */
std::size_t DemandShape(const ResultFile& file, const std::string& group, std::int64_t shape,
  std::size_t shapes)
{
  if (shape < 0 || shape >= static_cast<std::int64_t>(shapes))
  {
    throw ResultError("'" + file.Path() + "': a row of " + group + " belongs to shape " +
      std::to_string(shape) + ", but there are " + std::to_string(shapes));
  }
  return static_cast<std::size_t>(shape);
}

/** Copies of polygons with points of their own, one of each shape. */
std::vector<vtkSmartPointer<vtkPolyData>> Divided(ResultFile& file, std::size_t shapes)
{
  std::vector<vtkSmartPointer<vtkPolyData>> parts(shapes);
  std::vector<vtkSmartPointer<vtkPoints>> points(shapes);
  std::vector<vtkSmartPointer<vtkCellArray>> cells(shapes);
  for (std::size_t s = 0; s < shapes; ++s)
  {
    parts[s] = vtkSmartPointer<vtkPolyData>::New();
    points[s] = vtkSmartPointer<vtkPoints>::New();
    points[s]->SetDataType(VTK_DOUBLE);
    cells[s] = vtkSmartPointer<vtkCellArray>::New();
  }
  if (file.Has(GM_GROUP_SHAPES))
  {
    const auto all = ReadPolygons(file, GM_GROUP_SHAPES, GM_NAME_SHAPE);
    const auto owner = OwnersIn(all->GetCellData()->GetArray(GM_NAME_SHAPE));
    std::map<std::pair<std::size_t, vtkIdType>, vtkIdType> placed;
    ForEachCell(all,
      [&](vtkIdType row, vtkIdList* corners)
      {
        const std::size_t s =
          DemandShape(file, GM_GROUP_SHAPES, owner[static_cast<std::size_t>(row)], shapes);
        for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
        {
          const vtkIdType corner = corners->GetId(i);
          const auto entry = placed.try_emplace({ s, corner }, points[s]->GetNumberOfPoints());
          if (entry.second)
          {
            points[s]->InsertNextPoint(all->GetPoint(corner));
          }
          corners->SetId(i, entry.first->second);
        }
        cells[s]->InsertNextCell(corners);
      });
  }
  for (std::size_t s = 0; s < shapes; ++s)
  {
    parts[s]->SetPoints(points[s]);
    parts[s]->SetPolys(cells[s]);
  }
  return parts;
}

vtkSmartPointer<vtkPolyData> WithNormals(vtkPolyData* surface)
{
  if (surface->GetNumberOfCells() == 0)
  {
    return surface;
  }
  vtkNew<vtkPolyDataNormals> normals;
  normals->SetInputData(surface);
  normals->SetFeatureAngle(FeatureAngle);
  normals->ConsistencyOff(); // of triangles as the file has them
  normals->SetOutputPointsPrecision(vtkAlgorithm::DOUBLE_PRECISION);
  normals->Update();
  return normals->GetOutput();
}

/** Points and triangles of a sphere of radius 1. */
struct UnitSphere
{
  std::vector<std::array<double, 3>> Points;
  std::vector<std::array<vtkIdType, 3>> Triangles;

  vtkIdType Add(std::array<double, 3> x)
  {
    vtkMath::Normalize(x.data());
    this->Points.push_back(x);
    return static_cast<vtkIdType>(this->Points.size()) - 1;
  }

  vtkIdType Middle(std::map<std::pair<vtkIdType, vtkIdType>, vtkIdType>& known, vtkIdType a,
    vtkIdType b)
  {
    const auto entry = known.try_emplace(std::minmax(a, b), 0);
    if (entry.second)
    {
      const auto p = this->Points[static_cast<std::size_t>(a)];
      const auto q = this->Points[static_cast<std::size_t>(b)];
      entry.first->second = this->Add({ p[0] + q[0], p[1] + q[1], p[2] + q[2] });
    }
    return entry.first->second;
  }

  explicit UnitSphere(int divisions)
  {
    const double g = (1.0 + std::sqrt(5.0)) / 2.0;
    for (const auto& x : std::initializer_list<std::array<double, 3>>{ { -1, g, 0 }, { 1, g, 0 },
           { -1, -g, 0 }, { 1, -g, 0 }, { 0, -1, g }, { 0, 1, g }, { 0, -1, -g }, { 0, 1, -g },
           { g, 0, -1 }, { g, 0, 1 }, { -g, 0, -1 }, { -g, 0, 1 } })
    {
      this->Add(x);
    }
    this->Triangles = { { 0, 11, 5 }, { 0, 5, 1 }, { 0, 1, 7 }, { 0, 7, 10 }, { 0, 10, 11 },
      { 1, 5, 9 }, { 5, 11, 4 }, { 11, 10, 2 }, { 10, 7, 6 }, { 7, 1, 8 }, { 3, 9, 4 }, { 3, 4, 2 },
      { 3, 2, 6 }, { 3, 6, 8 }, { 3, 8, 9 }, { 4, 9, 5 }, { 2, 4, 11 }, { 6, 2, 10 }, { 8, 6, 7 },
      { 9, 8, 1 } };
    for (int i = 0; i < divisions; ++i)
    {
      std::map<std::pair<vtkIdType, vtkIdType>, vtkIdType> known;
      std::vector<std::array<vtkIdType, 3>> finer;
      for (const auto& t : this->Triangles)
      {
        const vtkIdType a = this->Middle(known, t[0], t[1]);
        const vtkIdType b = this->Middle(known, t[1], t[2]);
        const vtkIdType c = this->Middle(known, t[2], t[0]);
        finer.insert(finer.end(), { { t[0], a, c }, { t[1], b, a }, { t[2], c, b }, { a, b, c } });
      }
      this->Triangles = std::move(finer);
    }
  }
};

void AddSphere(const UnitSphere& unit, const double centre[3], double radius, vtkPolyData* surface)
{
  vtkPoints* points = surface->GetPoints();
  vtkDataArray* normals = surface->GetPointData()->GetNormals();
  const vtkIdType first = points->GetNumberOfPoints();
  for (const auto& x : unit.Points)
  {
    points->InsertNextPoint(centre[0] + radius * x[0], centre[1] + radius * x[1],
      centre[2] + radius * x[2]);
    normals->InsertNextTuple(x.data());
  }
  for (const auto& t : unit.Triangles)
  {
    const vtkIdType corners[3] = { first + t[0], first + t[1], first + t[2] };
    surface->GetPolys()->InsertNextCell(3, corners);
  }
}

std::vector<vtkSmartPointer<vtkPolyData>> Clumps(ResultFile& file, std::size_t shapes)
{
  std::vector<vtkSmartPointer<vtkPolyData>> parts(shapes);
  for (auto& part : parts)
  {
    part = vtkSmartPointer<vtkPolyData>::New();
    vtkNew<vtkPoints> points;
    points->SetDataType(VTK_DOUBLE);
    vtkNew<vtkFloatArray> normals;
    normals->SetName("Normals");
    normals->SetNumberOfComponents(3);
    vtkNew<vtkCellArray> cells;
    part->SetPoints(points);
    part->SetPolys(cells);
    part->GetPointData()->SetNormals(normals);
  }
  const std::string group = GM_GROUP_CLUMP_SHAPES;
  if (!file.Has(group))
  {
    return parts;
  }
  const Table position = file.Open(group + "/" GM_NAME_POSITION, { Expected::Reals, { 3 } });
  const std::uint64_t count = position.Rows();
  if (count > MostMembers)
  {
    throw ResultError("'" + file.Path() + "': " + group + " has " + std::to_string(count) +
      " spheres; at most " + std::to_string(MostMembers) + " are drawn");
  }
  const auto centre = position.Numbers(0, count);
  const auto radius =
    file.Open(group + "/" GM_NAME_RADIUS, { Expected::Reals, {} }).Numbers(0, count);
  const auto shape = file.Integers(group + "/" GM_NAME_SHAPE, 0, count);
  const UnitSphere unit(count <= 1000 ? 3 : (count <= 10000 ? 2 : (count <= 50000 ? 1 : 0)));
  for (std::size_t i = 0; i < count; ++i)
  {
    const std::size_t s = DemandShape(file, group, shape[i], shapes);
    AddSphere(unit, &centre[3 * i], radius[i], parts[s]);
  }
  return parts;
}

}

void KnowShapes(ResultFile& file, Shapes& shapes)
{
  if (shapes.Known)
  {
    return;
  }
  shapes = Shapes();
  shapes.Names = file.Texts(GM_GROUP_NAMES "/" GM_NAME_SHAPES);
  shapes.Copies = shapes.Names.size();
  const auto clumps = file.Texts(GM_GROUP_NAMES "/" GM_NAME_CLUMP_SHAPES);
  shapes.Names.insert(shapes.Names.end(), clumps.begin(), clumps.end());
  if (file.Has(GM_GROUP_SCENE "/" GM_NAME_SHAPE_AXIS) ||
    file.Has(GM_GROUP_SCENE "/" GM_NAME_CLUMP_AXIS))
  {
    shapes.Axis = ReadAxes(file, GM_NAME_SHAPE_AXIS, shapes.Copies);
    const auto more = ReadAxes(file, GM_NAME_CLUMP_AXIS, clumps.size());
    shapes.Axis.insert(shapes.Axis.end(), more.begin(), more.end());
  }
  shapes.Known = true;
}

vtkSmartPointer<vtkMultiBlockDataSet> ReadShapes(ResultFile& file, Shapes& shapes)
{
  KnowShapes(file, shapes);
  if (shapes.Surfaces)
  {
    return shapes.Surfaces;
  }
  auto blocks = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  unsigned int next = 0;
  const auto add = [&](vtkPolyData* surface)
  {
    blocks->SetBlock(next, surface);
    blocks->GetMetaData(next)->Set(vtkCompositeDataSet::NAME(), shapes.Names[next].c_str());
    ++next;
  };
  for (const auto& surface : Divided(file, shapes.Copies))
  {
    add(WithNormals(surface));
  }
  for (const auto& surface : Clumps(file, shapes.Names.size() - shapes.Copies))
  {
    add(surface);
  }
  shapes.Surfaces = blocks;
  return blocks;
}

// One vertex a copy of a mesh, or a clump of spheres.  Their groups have the layout of the
// grains.

namespace
{

/** Makes the shapes blocks of ReadShapes(), where those of copies precede those of clumps. */
void NumberShapes(const ResultFile& file, const std::string& group, vtkDataArray* shape,
  const Shapes& shapes)
{
  const bool clumps = group == GM_GROUP_CLUMPS;
  const double first = clumps ? static_cast<double>(shapes.Copies) : 0.0;
  const double most = static_cast<double>(clumps ? shapes.Names.size() : shapes.Copies) - first;
  for (vtkIdType i = 0; i < shape->GetNumberOfTuples(); ++i)
  {
    const double own = shape->GetComponent(i, 0);
    if (own < 0.0 || own >= most)
    {
      throw ResultError("'" + file.Path() + "': a row of " + group + " has the shape " +
        std::to_string(static_cast<std::int64_t>(own)) + " of " +
        std::to_string(static_cast<std::int64_t>(most)));
    }
    shape->SetComponent(i, 0, own + first);
  }
}

void AddScale(vtkIdType rows, vtkPointData* data)
{
  if (data->GetArray(GM_NAME_SCALE))
  {
    return;
  }
  vtkNew<vtkDoubleArray> scale;
  scale->SetName(GM_NAME_SCALE);
  scale->SetNumberOfTuples(rows);
  scale->Fill(1.0);
  SetUnits(scale, "1");
  data->AddArray(scale);
}

/** The axis of the shape in the world, as a line without direction: z >= 0. */
std::array<double, 3> Turned(const std::array<double, 3>& axis, const double q[4])
{
  const double *u = q + 1, w = q[0];
  double across[3], twice[3];
  vtkMath::Cross(u, axis.data(), across);
  vtkMath::Cross(u, across, twice);
  std::array<double, 3> turned;
  for (int i = 0; i < 3; ++i)
  {
    turned[i] = axis[i] + 2.0 * (w * across[i] + twice[i]);
  }
  const bool down = turned[2] < 0.0 || (turned[2] == 0.0 && turned[1] < 0.0);
  for (double& x : turned)
  {
    x = down ? -x : x;
  }
  return turned;
}

void AddAxes(vtkPointData* data, const Shapes& shapes)
{
  vtkDataArray* shape = data->GetArray(GM_NAME_SHAPE);
  vtkDataArray* orientation = data->GetArray(GM_NAME_ORIENTATION);
  if (shapes.Axis.empty() || orientation->GetNumberOfComponents() != 4)
  {
    return;
  }
  const vtkIdType rows = shape->GetNumberOfTuples();
  vtkNew<vtkDoubleArray> axis, tilt;
  vtkNew<vtkUnsignedCharArray> color;
  axis->SetName("axis");
  axis->SetNumberOfComponents(3);
  tilt->SetName("tilt");
  color->SetName("axis_color");
  color->SetNumberOfComponents(3);
  for (vtkDataArray* array : { static_cast<vtkDataArray*>(axis), static_cast<vtkDataArray*>(tilt),
         static_cast<vtkDataArray*>(color) })
  {
    array->SetNumberOfTuples(rows);
  }
  for (vtkIdType i = 0; i < rows; ++i)
  {
    double q[4];
    orientation->GetTuple(i, q);
    const auto& own = shapes.Axis[static_cast<std::size_t>(shape->GetComponent(i, 0))];
    const bool none = own[0] == 0.0 && own[1] == 0.0 && own[2] == 0.0;
    const auto a = Turned(own, q);
    axis->SetTuple(i, a.data());
    tilt->SetValue(i,
      none ? std::numeric_limits<double>::quiet_NaN()
           : std::atan2(std::hypot(a[0], a[1]), std::abs(a[2])));
    for (int c = 0; c < 3; ++c)
    {
      const double part = std::min(std::abs(a[c]), 1.0);
      color->SetTypedComponent(i, c,
        none || !(part >= 0.0) ? 160 : static_cast<unsigned char>(std::lround(255.0 * part)));
    }
  }
  SetUnits(axis, "1");
  SetUnits(tilt, "rad");
  SetUnits(color, "1");
  data->AddArray(axis);
  data->AddArray(tilt);
  data->AddArray(color);
}

}

vtkSmartPointer<vtkPolyData> ReadBodyRows(ResultFile& file, const std::string& group,
  std::size_t frame, Piece piece, Shapes& shapes)
{
  if (!file.Has(group))
  {
    return vtkSmartPointer<vtkPolyData>::New();
  }
  KnowShapes(file, shapes);
  const std::string point = group + "/" GM_VTK_POINT_DATA "/";
  const auto bodies = ReadVertices(file, group, frame, piece);
  vtkPointData* data = bodies->GetPointData();
  for (const char* needed : { GM_NAME_SHAPE, GM_NAME_ORIENTATION })
  {
    if (!data->GetArray(needed))
    {
      throw ResultError("'" + file.Path() + "' has no dataset " + point + needed);
    }
  }
  NumberShapes(file, group, data->GetArray(GM_NAME_SHAPE), shapes);
  AddScale(bodies->GetNumberOfPoints(), data);
  AddAxes(data, shapes);
  vtkNew<vtkStringArray> names;
  names->SetName(GM_NAME_SHAPES);
  for (const std::string& name : shapes.Names)
  {
    names->InsertNextValue(name);
  }
  bodies->GetFieldData()->AddArray(names);
  AddNames(file, bodies->GetFieldData());
  return bodies;
}

}
