// reader/structures_block.cxx -- surfaces in the world, at the time of a frame.
//
// Room: plugin/reader.
#include "blocks.h"
#include "pose.h"

#include "file/schema.h"

#include "vtkBoundingBox.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataArraySelection.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <string>

namespace granum
{

namespace
{

// Which structures are drawn opaque, and which as faint skins.

constexpr std::uint64_t Samples = 16, InSample = 64; // grains that are looked at

const std::string Values = GM_GROUP_GRAINS "/" GM_VTK_STEPS "/" GM_VTK_VALUES;

using Color = unsigned char[4];
constexpr Color Faint = { 140, 189, 235, 46 };
constexpr Color Solid[] = { { 222, 200, 160, 255 }, { 190, 166, 124, 255 } }; // by turns

/** The centres of some grains of a frame, three numbers each. */
std::vector<double> SomeGrains(ResultFile& file, std::size_t frame)
{
  const Range range = RangeOf(file, GM_GROUP_GRAINS, frame, GM_VTK_VERTICES);
  const Table table = file.Open(GM_GROUP_GRAINS "/" GM_VTK_POINTS, { Expected::Reals, { 3 } });
  std::vector<double> some;
  const std::uint64_t stride = std::max(InSample, range.Points / Samples);
  for (std::uint64_t row = 0; row < range.Points; row += stride)
  {
    const std::vector<double> next =
      table.Numbers(range.FirstPoint + row, std::min(InSample, range.Points - row));
    some.insert(some.end(), next.begin(), next.end());
  }
  return some;
}

/** Of places [x y z ...], the number in the middle of a box. */
std::size_t CountCore(const vtkBoundingBox& box, const std::vector<double>& places)
{
  double middle[3], size[3];
  box.GetCenter(middle);
  box.GetLengths(size);
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 < places.size(); i += 3)
  {
    double square = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const double away = 2.0 * (places[i + k] - middle[k]) / std::max(size[k], 1e-300);
      square += away * away;
    }
    count += square < 0.3 ? 1 : 0; // the wall of a drum with a little in it comes to 0.44
  }
  return count;
}

/** Whether a structure holds grains: a tenth of all is in its box, as in one of several tubes, and in their midst are
 * some of them and no place of its surface.  A blade is in the midst of grains, a ball has none within. */
bool IsVessel(const std::vector<double>& surface, const std::vector<double>& grains)
{
  vtkBoundingBox box, filled;
  for (std::size_t i = 0; i + 2 < surface.size(); i += 3)
  {
    box.AddPoint(surface[i], surface[i + 1], surface[i + 2]);
  }
  std::vector<double> inside;
  for (std::size_t i = 0; i + 2 < grains.size(); i += 3)
  {
    if (box.ContainsPoint(&grains[i]))
    {
      inside.insert(inside.end(), { grains[i], grains[i + 1], grains[i + 2] });
      filled.AddPoint(grains[i], grains[i + 1], grains[i + 2]);
    }
  }
  return !inside.empty() && 10 * inside.size() >= grains.size() &&
    CountCore(filled, surface) == 0 && CountCore(filled, inside) > 0;
}

/** Marks the structures that hold grains in a frame. */
void FindVessels(ResultFile& file, std::size_t frame, Bodies& bodies)
{
  const std::vector<Pose> poses = ReadPoses(file, frame);
  std::vector<std::vector<double>> surfaces(poses.size());
  std::vector<double> places(3 * bodies.Owner.size());
  for (std::size_t i = 0; i < bodies.Owner.size(); ++i)
  {
    double x[3];
    bodies.Surfaces->GetPoint(static_cast<vtkIdType>(i), x);
    PoseOf(file, poses, bodies.Owner[i], GM_GROUP_STRUCTURES).Place(x);
    auto& surface = surfaces[static_cast<std::size_t>(bodies.Owner[i])];
    surface.insert(surface.end(), x, x + 3);
    std::copy(x, x + 3, &places[3 * i]);
  }
  vtkCellArray* polygons =
    bodies.Surfaces->GetPolys(); // their middles too: a plate has few corners
  vtkNew<vtkIdList> corners;
  for (vtkIdType c = 0; c < polygons->GetNumberOfCells(); ++c)
  {
    polygons->GetCellAtId(c, corners);
    const vtkIdType count = corners->GetNumberOfIds();
    double middle[3] = { 0.0, 0.0, 0.0 };
    for (vtkIdType i = 0; i < 3 * count; ++i)
    {
      middle[i % 3] += places[static_cast<std::size_t>(3 * corners->GetId(i / 3) + i % 3)] /
        static_cast<double>(count);
    }
    if (count > 0)
    {
      auto& surface = surfaces[static_cast<std::size_t>(
        bodies.Owner[static_cast<std::size_t>(corners->GetId(0))])];
      surface.insert(surface.end(), middle, middle + 3);
    }
  }
  const std::vector<double> grains = SomeGrains(file, frame);
  for (std::size_t s = 0; s < surfaces.size(); ++s)
  {
    bodies.Vessel[s] = bodies.Vessel[s] || IsVessel(surfaces[s], grains);
  }
}

/** Adds the cell array appearance, red, green, blue and opacity in 0 to 255: parts that move are
 * opaque, what stands still is faint, and so are vessels that move, which hold grains in the
 * first or the last frame.  Grains are looked at once for each length of the
 * result. */
void AddLooks(ResultFile& file, std::size_t frames, Bodies& bodies, vtkPolyData* structures)
{
  const bool some =
    std::any_of(bodies.Moving.begin(), bodies.Moving.end(), [](int moving) { return moving > 0; });
  if (some && frames != bodies.VesselFrames && frames > 0)
  {
    bodies.Vessel.resize(ReadPoses(file, 0).size(), false);
    FindVessels(file, 0, bodies);
    FindVessels(file, frames - 1, bodies);
    bodies.VesselFrames = frames;
  }
  const std::vector<std::int64_t> owner =
    OwnersIn(structures->GetCellData()->GetArray(GM_NAME_STRUCTURE_ID));
  std::vector<const unsigned char*> look(bodies.Moving.size(), Faint);
  int solid = 0;
  for (std::size_t s = 0; s < std::min(look.size(), bodies.Vessel.size()); ++s)
  {
    if (bodies.Moving[s] > 0 && !bodies.Vessel[s])
    {
      look[s] = Solid[solid++ % 2];
    }
  }
  vtkNew<vtkUnsignedCharArray> appearance;
  appearance->SetName("appearance");
  appearance->SetNumberOfComponents(4);
  for (const std::int64_t s : owner)
  {
    const auto row = static_cast<std::size_t>(s);
    appearance->InsertNextTypedTuple(row < look.size() ? look[row] : Faint);
  }
  SetUnits(appearance, "1");
  structures->GetCellData()->AddArray(appearance);
}

/** Reads the surfaces and gives each structure points of its own, since structures
 * move one by one. */
void ReadBodies(ResultFile& file, Bodies& bodies)
{
  const auto surfaces = ReadPolygons(file, GM_GROUP_STRUCTURES, GM_NAME_STRUCTURE_ID);
  bodies.CellOwner = OwnersIn(surfaces->GetCellData()->GetArray(GM_NAME_STRUCTURE_ID));
  vtkNew<vtkPoints> points;
  points->SetDataType(surfaces->GetPoints()->GetDataType());
  vtkNew<vtkCellArray> cells;
  std::map<std::pair<std::int64_t, vtkIdType>, vtkIdType> placed;
  bodies.Owner.clear();
  ForEachCell(surfaces,
    [&](vtkIdType row, vtkIdList* corners)
    {
      const std::int64_t s = bodies.CellOwner[static_cast<std::size_t>(row)];
      for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
      {
        const vtkIdType corner = corners->GetId(i);
        const auto entry = placed.try_emplace({ s, corner }, points->GetNumberOfPoints());
        if (entry.second)
        {
          points->InsertNextPoint(surfaces->GetPoint(corner));
          bodies.Owner.push_back(s);
        }
        corners->SetId(i, entry.first->second);
      }
      cells->InsertNextCell(corners);
    });
  surfaces->SetPoints(points);
  surfaces->SetPolys(cells);
  bodies.Surfaces = surfaces;
}

/** The surfaces with the surface sums of their cells up to a frame, if the file has them. */
vtkSmartPointer<vtkPolyData> WithSums(ResultFile& file, std::size_t frame, vtkPolyData* surfaces)
{
  auto with = vtkSmartPointer<vtkPolyData>::New();
  with->ShallowCopy(surfaces);
  if (frame == NoFrame || !file.Has(GM_GROUP_SUMS))
  {
    return with;
  }
  const auto cells = static_cast<std::uint64_t>(surfaces->GetNumberOfCells());
  for (const std::string& name : file.Children(GM_GROUP_SUMS))
  {
    const std::string dataset = GM_GROUP_SUMS "/" + name;
    Expected expected = Expected::Free(Expected::Numbers, 3);
    expected.LeastInRow = 0;
    expected.MostInRow = VTK_INT_MAX;
    const Table table = file.Open(dataset, expected);
    const Shape& shape = table.Shape();
    const std::uint64_t width = shape.Dimensions.size() > 2 ? shape.Dimensions[2] : 1;
    const bool single = name != GM_NAME_IMPULSE && name != GM_NAME_IMPACT_SPECTRUM;
    if (shape.Dimensions.size() != (single ? 2 : 3) || shape.Dimensions[1] != cells || width == 0 ||
      (name == GM_NAME_IMPULSE && width != 3))
    {
      throw ResultError("'" + file.Path() + "': " + dataset + " has " + Described(shape) +
        ", which are not the sums of the " + std::to_string(cells) +
        " cells of " GM_GROUP_STRUCTURES);
    }
    const auto all = ReadArray(file, dataset, expected, name, frame, 1);
    const auto array = vtkSmartPointer<vtkDataArray>::Take(all->NewInstance());
    array->SetName(name.c_str());
    array->SetNumberOfComponents(static_cast<int>(width));
    array->SetNumberOfTuples(static_cast<vtkIdType>(cells));
    for (vtkIdType c = 0; c < array->GetNumberOfTuples(); ++c)
    {
      for (int i = 0; i < static_cast<int>(width); ++i)
      {
        array->SetComponent(c, i,
          all->GetComponent(0, static_cast<int>(c) * static_cast<int>(width) + i));
      }
    }
    SetUnits(array, shape.Units);
    with->GetCellData()->AddArray(array);
  }
  return with;
}

/** Cells and points of the structures that are present. */
vtkSmartPointer<vtkPolyData> PresentSurfaces(vtkPolyData* surfaces, const Bodies& bodies,
  vtkPoints* points, const std::vector<Pose>& poses)
{
  auto structures = vtkSmartPointer<vtkPolyData>::New();
  vtkNew<vtkPoints> kept;
  kept->SetDataType(points->GetDataType());
  std::vector<vtkIdType> place(bodies.Owner.size(), -1);
  for (std::size_t i = 0; i < place.size(); ++i)
  {
    if (poses[static_cast<std::size_t>(bodies.Owner[i])].Present)
    {
      place[i] = kept->InsertNextPoint(points->GetPoint(static_cast<vtkIdType>(i)));
    }
  }
  vtkCellData* from = surfaces->GetCellData();
  vtkCellData* to = structures->GetCellData();
  to->CopyAllOn();
  to->CopyAllocate(from, bodies.Surfaces->GetNumberOfCells());
  vtkNew<vtkCellArray> cells;
  ForEachCell(bodies.Surfaces,
    [&](vtkIdType row, vtkIdList* corners)
    {
      const std::int64_t s = bodies.CellOwner[static_cast<std::size_t>(row)];
      if (!poses[static_cast<std::size_t>(s)].Present)
      {
        return;
      }
      for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
      {
        corners->SetId(i, place[corners->GetId(i)]);
      }
      to->CopyData(from, row, cells->InsertNextCell(corners));
    });
  structures->SetPoints(kept);
  structures->SetPolys(cells);
  return structures;
}

}

vtkSmartPointer<vtkPolyData> ReadStructures(ResultFile& file, std::size_t frame, Bodies& bodies,
  vtkDataArraySelection* wanted)
{
  auto structures = vtkSmartPointer<vtkPolyData>::New();
  if (!file.Has(GM_GROUP_STRUCTURES))
  {
    return structures;
  }
  if (!bodies.Surfaces)
  {
    ReadBodies(file, bodies);
  }
  // Before the poses, which HDF5 keeps as long as they are now: a run may add a frame at any time.
  const std::size_t frames = file.Has(Values)
    ? static_cast<std::size_t>(file.Open(Values, { Expected::Numbers }).Rows())
    : 0;
  std::vector<Pose> poses = ReadPoses(file, frame);
  const std::vector<std::string> names = StructureNames(file);
  for (std::size_t s = 0; s < std::min(poses.size(), names.size()); ++s)
  {
    poses[s].Present = poses[s].Present && wanted->ArrayIsEnabled(names[s].c_str()) != 0;
  }
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_DOUBLE);
  points->SetNumberOfPoints(bodies.Surfaces->GetNumberOfPoints());
  bool all = true;
  for (const std::int64_t s : bodies.CellOwner)
  {
    all = PoseOf(file, poses, s, GM_GROUP_STRUCTURES).Present && all;
  }
  for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i)
  {
    const Pose& pose = PoseOf(file, poses, bodies.Owner[i], GM_GROUP_STRUCTURES);
    double x[3];
    bodies.Surfaces->GetPoint(i, x);
    pose.Place(x);
    points->SetPoint(i, x);
  }
  const auto surfaces = WithSums(file, frame, bodies.Surfaces);
  if (all)
  {
    structures->ShallowCopy(surfaces);
    structures->SetPoints(points);
  }
  else
  {
    structures = PresentSurfaces(surfaces, bodies, points, poses);
    for (int i = 0; i < structures->GetCellData()->GetNumberOfArrays(); ++i)
    {
      vtkDataArray* array = structures->GetCellData()->GetArray(i);
      const std::string sum = GM_GROUP_SUMS "/" + std::string(array->GetName());
      const std::string still =
        GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" + std::string(array->GetName());
      SetUnits(array, file.Text(file.Has(still) ? still : sum, GM_ATTR_UNITS));
    }
  }
  AddNames(file, structures->GetFieldData());
  AddAudit(file, structures->GetFieldData());
  AddFindings(file, structures->GetFieldData());
  AddMasses(file, structures->GetFieldData());
  AddPoses(poses, structures->GetFieldData());
  AddMotion(file, frame, structures->GetFieldData());
  FindMoving(file, bodies.Moving, bodies.MovingFrames);
  vtkNew<vtkIntArray> moving;
  moving->SetName("moving");
  for (const int m : bodies.Moving)
  {
    moving->InsertNextValue(m);
  }
  structures->GetFieldData()->AddArray(moving);
  AddLooks(file, frames, bodies, structures);
  return structures;
}

// What the solver found in the meshes, by structure.

namespace
{

constexpr std::uint64_t LongestReport = 1 << 20; // bytes; what follows is not read

/** The report as lines of printable characters: ParaView hands field data to its windows and to
 * other processes as text, which must not hold control characters. */
std::vector<std::string> ReportLines(ResultFile& file)
{
  const std::string dataset = GM_GROUP_SCENE "/" GM_NAME_MESH_REPORT;
  std::vector<std::string> lines(1);
  if (!file.Has(dataset))
  {
    return lines;
  }
  const Expected bytes = { Expected::Integers, {} };
  const std::uint64_t rows = std::min(file.Open(dataset, bytes).Rows(), LongestReport);
  for (const std::int64_t byte : file.Integers(dataset, 0, rows))
  {
    if (byte == '\n')
    {
      lines.emplace_back();
      continue;
    }
    lines.back() += byte >= ' ' && byte <= '~' ? static_cast<char>(byte) : '?';
  }
  return lines;
}

std::string PrintableName(std::string name)
{
  std::replace_if(
    name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return name;
}

}

void AddFindings(ResultFile& file, vtkFieldData* fields)
{
  std::vector<std::string> starts;
  for (const std::string& name : StructureNames(file))
  {
    starts.push_back("mesh " + PrintableName(name) + " (");
  }
  std::vector<std::string> findings(starts.size());
  std::size_t now = starts.size();
  for (const std::string& line : ReportLines(file))
  {
    if (line.compare(0, 2, "  ") != 0) // a mesh begins
    {
      now = 0;
      while (now < starts.size() && line.compare(0, starts[now].size(), starts[now]) != 0)
      {
        ++now;
      }
    }
    if (now < starts.size())
    {
      findings[now] += (findings[now].empty() ? "" : "\n") + line;
    }
  }
  vtkNew<vtkStringArray> texts;
  texts->SetName(GM_NAME_MESH_REPORT);
  for (const std::string& text : findings)
  {
    texts->InsertNextValue(text);
  }
  fields->AddArray(texts);
}

}
