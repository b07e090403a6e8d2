// filters/lacking.cxx -- a grain that lacks virtual particles: which, where, in words.
//
// Room: plugin/filters.
#include "lacking.h"

#include "arrays.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

constexpr double Around = 3.0; // spacings: the corners lie within the square root of 3
constexpr double CubeEdge = 0.7; // spacings
constexpr double Contact = 1.0; // radii
constexpr int Complete = 8; // sites of a stencil
constexpr int MissingSite = 2; // value of the array served

/** Spacing of the lattice of a structure, m; 0 without sites. */
double SpacingOf(vtkPolyData* sites, std::int64_t structure)
{
  const auto owner = IntegersIn(Find(sites->GetPointData(), GM_NAME_STRUCTURE_ID, 1));
  const auto row = std::find(owner.begin(), owner.end(), structure);
  return row == owner.end()
    ? 0.0
    : Find(sites->GetPointData(), GM_NAME_SPACING, 1)->GetComponent(row - owner.begin(), 0);
}

/** The cells around a grain, of the patches whose distance is at most `reach`, m, and of the
 * nearest; distances are those of the nearest site, extrapolated. */
std::vector<PatchCell> CellsOf(vtkPolyData* sites, std::int64_t structure, const double centre[3],
  double reach, const double rotation[9])
{
  vtkPointData* arrays = sites->GetPointData();
  vtkDataArray* owner = Find(arrays, GM_NAME_STRUCTURE_ID, 1);
  vtkDataArray* patch = Find(arrays, GM_NAME_PATCH, 1);
  vtkDataArray* distance = Find(arrays, GM_NAME_DISTANCE, 1);
  vtkDataArray* normal = Find(arrays, GM_NAME_NORMAL, 3);
  SitesAround around;
  around.Spacing = SpacingOf(sites, structure);
  std::copy_n(rotation, 9, around.Rotation);
  for (vtkIdType i = 0; around.Spacing > 0.0 && i < sites->GetNumberOfPoints(); ++i)
  {
    double x[3];
    sites->GetPoint(i, x);
    if (static_cast<std::int64_t>(owner->GetComponent(i, 0)) != structure ||
      std::hypot(x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]) > Around * around.Spacing)
    {
      continue;
    }
    around.Place.insert(around.Place.end(), x, x + 3);
    around.Distance.push_back(distance->GetComponent(i, 0));
    around.Patch.push_back(static_cast<std::int64_t>(patch->GetComponent(i, 0)));
    for (int c = 0; c < 3 && normal; ++c)
    {
      around.Normal.push_back(normal->GetComponent(i, c));
    }
  }
  const std::vector<PatchCell> all = CellsAround(around, centre);
  std::vector<PatchCell> near;
  double least = HUGE_VAL; // m  of the nearest patch, which the grain touches in any case
  for (const PatchCell& cell : all)
  {
    least = std::min(least, std::abs(cell.Distance));
  }
  for (const PatchCell& cell : all)
  {
    if (std::abs(cell.Distance) <= std::max(reach, least))
    {
      near.push_back(cell);
    }
  }
  return near;
}

}

std::set<std::int64_t> Carried(vtkPolyData* sites)
{
  const auto owners = IntegersIn(Find(sites->GetPointData(), GM_NAME_STRUCTURE_ID, 1));
  const std::set<std::int64_t> here(owners.begin(), owners.end());
  std::vector<std::int64_t> all(here.begin(), here.end());
  GatherOverRanks(all);
  return { all.begin(), all.end() };
}

Incomplete::Incomplete(vtkPolyData* grains, const std::set<std::int64_t>& covered)
  : Covered(covered)
{
  vtkPointData* arrays = grains->GetPointData();
  this->Radius = NumbersIn(Find(arrays, GM_NAME_RADIUS, 1));
  this->Distance = NumbersIn(Find(arrays, GM_NAME_STRUCTURE_DISTANCE, 1));
  this->Structure = IntegersIn(Find(arrays, GM_NAME_STRUCTURE_ID, 1));
  this->Sites = IntegersIn(Find(arrays, GM_NAME_SITE_COUNT, 1));
}

bool Incomplete::IsNear(vtkIdType row, double range) const
{
  // NaN compares false: no structure is in range.
  return this->Covered.count(this->Structure[row]) &&
    this->Distance[row] <= range * this->Radius[row];
}

bool Incomplete::IsLacking(vtkIdType row, int least) const { return this->Sites[row] < least; }

std::vector<std::int64_t> IncompleteIds(vtkPolyData* grains, const std::set<std::int64_t>& covered)
{
  std::vector<std::int64_t> ids;
  if (grains)
  {
    const Incomplete which(grains, covered);
    const auto id = IntegersIn(Find(grains->GetPointData(), GM_NAME_ID, 1));
    const std::size_t n = std::min({ id.size(), which.Radius.size(), which.Distance.size(),
      which.Structure.size(), which.Sites.size() });
    for (std::size_t i = 0; i < n; ++i)
    {
      const auto row = static_cast<vtkIdType>(i);
      if (which.IsNear(row, Contact) && which.IsLacking(row, Complete))
      {
        ids.push_back(id[i]);
      }
    }
  }
  GatherOverRanks(ids);
  std::sort(ids.begin(), ids.end());
  return ids;
}

void Lacking::Draw(vtkPolyData* cubes) const
{
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> lines;
  std::vector<double> patches;
  for (const PatchCell& cell : this->Cells)
  {
    for (const auto& corner : cell.Missing)
    {
      const std::vector<double> ends = CubeEdges(corner, CubeEdge * this->Spacing, this->Rotation);
      for (std::size_t k = 0; k < ends.size(); k += 6)
      {
        const vtkIdType pair[2] = { points->InsertNextPoint(&ends[k]),
          points->InsertNextPoint(&ends[k + 3]) };
        lines->InsertNextCell(2, pair);
        patches.push_back(static_cast<double>(cell.Patch));
      }
    }
  }
  cubes->SetPoints(points);
  cubes->SetLines(lines);
  const auto n = static_cast<vtkIdType>(patches.size());
  const auto owner = NewIntegers(GM_NAME_STRUCTURE_ID, n);
  const auto patch = NewIntegers(GM_NAME_PATCH, n);
  const auto served = NewIntegers("served", n);
  for (vtkIdType i = 0; i < n; ++i)
  {
    owner->SetValue(i, static_cast<int>(this->Source.Structure));
    patch->SetValue(i, static_cast<int>(patches[i]));
    served->SetValue(i, MissingSite);
  }
  cubes->GetCellData()->AddArray(owner);
  cubes->GetCellData()->AddArray(patch);
  cubes->GetCellData()->AddArray(served);
}

std::string Lacking::InWords(std::int64_t id, std::size_t incomplete) const
{
  const std::string grain = "grain " + std::to_string(id);
  if (id < 0 || !this->Found)
  {
    return (id < 0 ? "no grain is picked" : "there is no " + grain + " now") + ";\n" +
      std::to_string(incomplete) + " grains have an incomplete stencil at this time";
  }
  std::string text;
  if (Rank() == 0) // which has the sites
  {
    text = grain + (this->Name.empty() ? "" : " at " + this->Name) + ": " +
      CellsInWords(this->Cells) + "\n" + granum::InWords(this->Source);
    const bool missing = std::any_of(this->Cells.begin(), this->Cells.end(),
      [](const PatchCell& cell) { return !cell.Missing.empty(); });
    text += missing ? "\nred cubes: corners of its cell without a virtual particle" : "";
  }
  return FirstComplaint(text);
}

Lacking LackingOf(vtkPolyData* sites, vtkPolyData* grains, vtkIdType row,
  const std::vector<double>& centre, const double rotation[9], const Answer& answer)
{
  Lacking lacking;
  lacking.Source = answer;
  lacking.Found = !centre.empty();
  std::copy_n(rotation, 9, lacking.Rotation);
  std::vector<double> radius;
  vtkDataArray* radii = grains ? Find(grains->GetPointData(), GM_NAME_RADIUS, 1) : nullptr;
  if (row >= 0 && radii)
  {
    radius.push_back(radii->GetComponent(row, 0));
  }
  GatherOverRanks(radius);
  auto* names =
    vtkStringArray::SafeDownCast(sites->GetFieldData()->GetAbstractArray(GM_NAME_STRUCTURES));
  if (names && answer.Structure >= 0 && answer.Structure < names->GetNumberOfValues())
  {
    lacking.Name = names->GetValue(answer.Structure);
  }
  if (lacking.Found && !radius.empty() && sites->GetNumberOfPoints() > 0)
  {
    lacking.Spacing = SpacingOf(sites, answer.Structure);
    lacking.Cells = CellsOf(sites, answer.Structure, centre.data(), radius[0], rotation);
  }
  return lacking;
}

// The source of the distance of a grain from its nearest structure.

Answer AnswerTo(vtkPolyData* grains, vtkIdType row)
{
  std::vector<double> said;
  if (row >= 0)
  {
    vtkPointData* arrays = grains->GetPointData();
    vtkDataArray* source = granum::Find(arrays, GM_NAME_ANSWERED, 1);
    vtkDataArray* structure = granum::Find(arrays, GM_NAME_STRUCTURE_ID, 1);
    vtkDataArray* distance = granum::Find(arrays, GM_NAME_STRUCTURE_DISTANCE, 1);
    if (source && structure && distance)
    {
      said = { source->GetComponent(row, 0), structure->GetComponent(row, 0),
        distance->GetComponent(row, 0) };
    }
  }
  granum::GatherOverRanks(said);
  if (said.size() < 3)
  {
    return {};
  }
  return { static_cast<std::int64_t>(said[0]), static_cast<std::int64_t>(said[1]), said[2], true };
}

const char* InWords(const Answer& answer)
{
  if (!answer.Known)
  {
    return "the result does not contain the source of the distance";
  }
  switch (answer.Source)
  {
    case GM_ANSWERED_PRIMITIVE:
      return "distance from a primitive";
    case GM_ANSWERED_SITES:
      return "distance from virtual particles";
    case GM_ANSWERED_EDGES:
      return "distance from virtual particles that know the edge";
    case GM_ANSWERED_ERROR:
      return "distance from triangles: virtual particles inaccurate";
    case GM_ANSWERED_MISSING:
      return "distance from triangles: virtual particles missing";
    default:
      return answer.Source < 0 ? "no structure in range" : "no distance: virtual particles missing";
  }
}

}
