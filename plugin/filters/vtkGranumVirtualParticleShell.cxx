#include "vtkGranumVirtualParticleShell.h"

#include "arrays.h"
#include "lacking.h"
#include "ranks.h"
#include "surfaces.h"

#include "analysis/site_lattice.h"
#include "file/schema.h"

#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

vtkStandardNewMacro(vtkGranumVirtualParticleShell);

namespace
{

using Integers = std::vector<std::int64_t>;

/** Sites as numbers. */
struct Sites
{
  std::vector<double> Distance, Spacing;
  Integers Structure, Patch;
};

std::string ReadSites(vtkPolyData* data, Sites& sites)
{
  vtkPointData* arrays = data->GetPointData();
  for (const char* name :
    { GM_NAME_DISTANCE, GM_NAME_SPACING, GM_NAME_STRUCTURE_ID, GM_NAME_PATCH })
  {
    if (data->GetNumberOfPoints() > 0 && !granum::Find(arrays, name, 1))
    {
      return std::string("The virtual particles have no point array '") + name +
        "' of one number, as the port Virtual Particles of Granum Reader gives it";
    }
  }
  sites.Distance = granum::NumbersIn(granum::Find(arrays, GM_NAME_DISTANCE, 1));
  sites.Spacing = granum::NumbersIn(granum::Find(arrays, GM_NAME_SPACING, 1));
  sites.Structure = granum::IntegersIn(granum::Find(arrays, GM_NAME_STRUCTURE_ID, 1));
  sites.Patch = granum::IntegersIn(granum::Find(arrays, GM_NAME_PATCH, 1));
  return "";
}

/** Row of the grain with that id; -1: not on this rank. */
vtkIdType GrainRow(vtkPolyData* grains, vtkIdType id)
{
  vtkDataArray* ids = grains ? granum::Find(grains->GetPointData(), GM_NAME_ID, 1) : nullptr;
  for (vtkIdType i = 0; ids && id >= 0 && i < grains->GetNumberOfPoints(); ++i)
  {
    if (static_cast<vtkIdType>(ids->GetComponent(i, 0)) == id)
    {
      return i;
    }
  }
  return -1;
}

/** Centre of that grain, on whatever rank it lies; empty if there is none. */
std::vector<double> CentreOf(vtkPolyData* grains, vtkIdType row)
{
  std::vector<double> centre;
  if (row >= 0)
  {
    centre.resize(3);
    grains->GetPoint(row, centre.data());
  }
  granum::GatherOverRanks(centre);
  return centre;
}

/** Rotations of the bodies, row by row; the identity if the data have none. */
struct Rotations
{
  std::vector<double> Numbers;

  const double* Of(std::int64_t structure) const
  {
    static const double unturned[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    const auto s = 9 * static_cast<std::size_t>(structure);
    return s + 8 < this->Numbers.size() ? &this->Numbers[s] : unturned;
  }
};

/** A site around the picked grain. */
struct Around
{
  vtkIdType Row;
  double Away; // m  from its centre
  int Served; // 1: used, 0: in the stencil but not used, -1: not in the stencil
};

constexpr double Drawn[] = { 0.12, 0.4, 0.5 }; // spacings: radius, by Served
constexpr double WeightRounded = 1e-3; // places are of single precision
constexpr double Alike = 1e-3; // spacings by which a nearer patch must be nearer

/** The patch of the nearest structure whose cell contains the grain and from which its
 * distance was computed; -1: no patch has all eight corners. */
std::int64_t PatchThatServes(vtkPolyData* data, const Sites& sites,
  const std::vector<Around>& around, const double centre[3], const granum::Answer& answer,
  const double rotation[9])
{
  struct Sum
  {
    double Weight = 0.0, Distance = 0.0;
  };
  vtkDataArray* normals = granum::Find(data->GetPointData(), GM_NAME_NORMAL, 3);
  std::map<std::int64_t, Sum> sums;
  for (const Around& one : around)
  {
    const vtkIdType i = one.Row;
    if (sites.Structure[i] != answer.Structure)
    {
      continue;
    }
    double x[3], n[3] = { 0.0, 0.0, 0.0 };
    data->GetPoint(i, x);
    if (normals)
    {
      normals->GetTuple(i, n);
    }
    const double half =
      0.5 * (n[0] * (centre[0] - x[0]) + n[1] * (centre[1] - x[1]) + n[2] * (centre[2] - x[2]));
    const double weight = granum::CornerWeight(x, centre, sites.Spacing[i], rotation);
    sums[sites.Patch[i]].Weight += weight;
    sums[sites.Patch[i]].Distance += weight * (sites.Distance[i] + half);
  }
  std::int64_t best = -1;
  double least = 0.0;
  for (const auto& [patch, sum] : sums)
  {
    const double off = std::abs(sum.Distance - answer.Distance);
    if (sum.Weight > 1.0 - WeightRounded && (best < 0 || off < least))
    {
      best = patch;
      least = off;
    }
  }
  return best;
}

/** 1 for the sites whose patch is the nearest of their body there: no other patch has a
 * nearer site at the same position or, with surfaces, a nearer surface. */
std::vector<char> NearestToSites(vtkPolyData* data, const Sites& sites, const Rotations& rotations,
  granum::Surfaces* surfaces)
{
  std::map<std::int64_t, std::vector<vtkIdType>> rows;
  for (std::size_t i = 0; i < sites.Structure.size(); ++i)
  {
    rows[sites.Structure[i]].push_back(static_cast<vtkIdType>(i));
  }
  std::vector<char> nearest(sites.Structure.size(), 0);
  for (const auto& [structure, mine] : rows)
  {
    granum::Overlap body;
    body.Spacing = sites.Spacing[mine.front()];
    std::copy_n(rotations.Of(structure), 9, body.Rotation);
    for (const vtkIdType i : mine)
    {
      double x[3];
      data->GetPoint(i, x);
      body.Place.insert(body.Place.end(), x, x + 3);
      body.Distance.push_back(sites.Distance[i]);
      body.Patch.push_back(sites.Patch[i]);
    }
    const std::vector<char> of = granum::NearestSites(body);
    for (std::size_t k = 0; k < mine.size(); ++k)
    {
      nearest[mine[k]] = of[k] &&
        !(surfaces &&
          surfaces->IsWithin(structure, &body.Place[3 * k],
            std::abs(body.Distance[k]) - Alike * body.Spacing));
    }
  }
  return nearest;
}

}

//----------------------------------------------------------------------------
vtkGranumVirtualParticleShell::vtkGranumVirtualParticleShell()
{
  this->SetNumberOfInputPorts(3);
  this->SetNumberOfOutputPorts(5);
}

//----------------------------------------------------------------------------
vtkGranumVirtualParticleShell::~vtkGranumVirtualParticleShell() = default;

//----------------------------------------------------------------------------
int vtkGranumVirtualParticleShell::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 4 ? "vtkTable" : "vtkPolyData");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumVirtualParticleShell::FillInputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), port > 0 ? 1 : 0);
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumVirtualParticleShell::RequestData(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  vtkPolyData* data = vtkPolyData::GetData(inputs[0]);
  Sites sites;
  const std::string complaint = granum::FirstComplaint(ReadSites(data, sites));
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    return 0;
  }
  vtkPolyData* grains = granum::PolyDataAt(inputs, 1);
  const vtkIdType picked = GrainRow(grains, this->GrainId);
  const std::vector<double> centre = CentreOf(grains, picked);
  const granum::Answer answer = granum::AnswerTo(grains, picked);
  const Rotations rotations = { granum::NumbersIn(
    granum::Find(data->GetFieldData(), GM_NAME_ROTATION, 9)) };
  vtkPolyData* structures = granum::PolyDataAt(inputs, 2);
  const auto surfaces =
    structures && structures->GetNumberOfPolys() == structures->GetNumberOfCells()
    ? std::make_unique<granum::Surfaces>(structures)
    : nullptr;
  const std::vector<char> nearest = this->Overlaps
    ? std::vector<char>(sites.Distance.size(), 1)
    : NearestToSites(data, sites, rotations, surfaces.get());

  std::vector<vtkIdType> kept;
  std::vector<Around> around;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    double x[3];
    data->GetPoint(i, x);
    const double d = sites.Distance[i];
    double before = 0.0;
    for (int c = 0; c < 3; ++c)
    {
      before += (x[c] - this->CutOrigin[c]) * this->CutNormal[c];
    }
    const bool chosen = (this->Structure < 0 || sites.Structure[i] == this->Structure) &&
      (this->Patch < 0 || sites.Patch[i] == this->Patch);
    if (chosen && nearest[i] && !(this->Cut && before > 0.0) &&
      (!this->LimitDistance || (d >= this->DistanceRange[0] && d <= this->DistanceRange[1])))
    {
      kept.push_back(i);
    }
    if (chosen && !centre.empty())
    {
      const double far = std::hypot(x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]);
      if (far <= this->Reach * sites.Spacing[i])
      {
        const bool could = this->Interpolation == BALL
          ? far < this->BallReach * sites.Spacing[i]
          : granum::IsCorner(x, centre.data(), sites.Spacing[i], rotations.Of(sites.Structure[i]));
        around.push_back({ i, far, could ? 0 : -1 });
      }
    }
  }

  vtkPolyData* shell = vtkPolyData::GetData(outputs, 0);
  granum::CopyPoints(data, kept, shell);
  if (surfaces && this->Error)
  {
    const auto error = granum::NewNumbers("error", "m", shell->GetNumberOfPoints());
    for (vtkIdType i = 0; i < shell->GetNumberOfPoints(); ++i)
    {
      double x[3], distance;
      shell->GetPoint(i, x);
      const vtkIdType k = kept[i];
      const bool found = surfaces->Nearest(sites.Structure[k], sites.Patch[k], x, distance) >= 0;
      error->SetValue(i, found ? std::abs(sites.Distance[k]) - distance : std::nan(""));
    }
    shell->GetPointData()->AddArray(error);
  }

  const bool bySites = answer.Known && !centre.empty() &&
    (answer.Source == GM_ANSWERED_SITES || answer.Source == GM_ANSWERED_EDGES);
  const std::int64_t patch = bySites && this->Interpolation == CELL
    ? PatchThatServes(data, sites, around, centre.data(), answer, rotations.Of(answer.Structure))
    : -1;
  double corners = 0.0;
  for (Around& one : around)
  {
    const bool used = bySites && sites.Structure[one.Row] == answer.Structure &&
      (this->Interpolation == BALL || sites.Patch[one.Row] == patch);
    corners += one.Served >= 0 ? 1.0 : 0.0;
    one.Served = one.Served < 0 ? -1 : used ? 1 : 0;
  }
  // Patches share places, and of points in one place the last is seen.
  std::stable_sort(around.begin(), around.end(),
    [](const Around& a, const Around& b) { return a.Served < b.Served; });
  std::vector<vtkIdType> near;
  for (const Around& one : around)
  {
    near.push_back(one.Row);
  }
  vtkPolyData* stencil = vtkPolyData::GetData(outputs, 1);
  granum::CopyPoints(data, near, stencil);
  const auto n = static_cast<vtkIdType>(around.size());
  const auto away = granum::NewNumbers("away", "m", n);
  const auto size = granum::NewNumbers("size", "m", n);
  const auto serving = granum::NewIntegers("stencil", n);
  const auto served = granum::NewIntegers("served", n);
  for (vtkIdType i = 0; i < n; ++i)
  {
    const Around& one = around[i];
    away->SetValue(i, one.Away);
    serving->SetValue(i, one.Served >= 0 ? 1 : 0);
    served->SetValue(i, one.Served);
    size->SetValue(i, Drawn[one.Served + 1] * sites.Spacing[one.Row]);
  }
  stencil->GetPointData()->AddArray(away);
  stencil->GetPointData()->AddArray(serving);
  stencil->GetPointData()->AddArray(served);
  stencil->GetPointData()->AddArray(size);
  if (!centre.empty())
  {
    vtkFieldData* fields = stencil->GetFieldData();
    fields->AddArray(granum::NumbersOf("grain_id", "1", { static_cast<double>(this->GrainId) }));
    fields->AddArray(granum::NumbersOf("grain_centre", "m", centre, 3));
    fields->AddArray(granum::NumbersOf("corners", "1", { corners }));
    fields->AddArray(
      granum::NumbersOf(GM_NAME_ANSWERED, "1", { static_cast<double>(answer.Source) }));
    vtkNew<vtkStringArray> words;
    words->SetName("answer");
    words->InsertNextValue(granum::InWords(answer));
    fields->AddArray(words);
  }
  if (picked >= 0)
  {
    granum::CopyPoints(grains, { picked }, vtkPolyData::GetData(outputs, 2));
  }

  const std::vector<std::int64_t> ids = granum::IncompleteIds(grains, granum::Carried(data));
  this->IncompleteIds->SetNumberOfValues(static_cast<vtkIdType>(ids.size()));
  std::copy(ids.begin(), ids.end(), this->IncompleteIds->GetPointer(0));
  const granum::Lacking lacking =
    granum::LackingOf(data, grains, picked, centre, rotations.Of(answer.Structure), answer);
  lacking.Draw(vtkPolyData::GetData(outputs, 3));
  vtkNew<vtkStringArray> summary;
  summary->SetName("summary");
  summary->InsertNextValue(lacking.InWords(this->GrainId, ids.size()));
  vtkTable::GetData(outputs, 4)->AddColumn(summary);
  return 1;
}
