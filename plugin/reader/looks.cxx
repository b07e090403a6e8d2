// reader/looks.cxx -- which structures are drawn opaque, and which as faint skins.
//
// Room: plugin/reader.
#include "looks.h"

#include "pose.h"

#include "file/schema.h"

#include "vtkBoundingBox.h"
#include "vtkCellData.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <string>

namespace granum
{

namespace
{

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

/** Marks the structures in whose boxes half of the grains of a frame are. */
void FindVessels(ResultFile& file, std::size_t frame, Bodies& bodies)
{
  const std::vector<Pose> poses = ReadPoses(file, frame);
  std::vector<vtkBoundingBox> boxes(poses.size());
  for (std::size_t i = 0; i < bodies.Owner.size(); ++i)
  {
    double x[3];
    bodies.Surfaces->GetPoint(static_cast<vtkIdType>(i), x);
    PoseOf(file, poses, bodies.Owner[i], GM_GROUP_STRUCTURES).Place(x);
    boxes[static_cast<std::size_t>(bodies.Owner[i])].AddPoint(x);
  }
  const std::vector<double> grains = SomeGrains(file, frame);
  for (std::size_t s = 0; s < boxes.size(); ++s)
  {
    std::size_t inside = 0;
    for (std::size_t i = 0; i + 2 < grains.size(); i += 3)
    {
      inside += boxes[s].ContainsPoint(&grains[i]) ? 1 : 0;
    }
    bodies.Vessel[s] = bodies.Vessel[s] || (inside > 0 && 6 * inside >= grains.size());
  }
}

}

void AddLooks(ResultFile& file, Bodies& bodies, vtkPolyData* structures)
{
  const bool some =
    std::any_of(bodies.Moving.begin(), bodies.Moving.end(), [](int moving) { return moving > 0; });
  const std::size_t frames = some && file.Has(Values)
    ? static_cast<std::size_t>(file.Open(Values, { Expected::Numbers }).Rows())
    : 0;
  if (frames != bodies.VesselFrames && frames > 0)
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

}
