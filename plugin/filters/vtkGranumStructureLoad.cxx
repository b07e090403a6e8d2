#include "vtkGranumStructureLoad.h"

#include "analysis/surface_load.h"
#include "arrays.h"
#include "contact_rows.h"
#include "load_view.h"
#include "ranks.h"
#include "surfaces.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

vtkStandardNewMacro(vtkGranumStructureLoad);

namespace
{

/** Contacts with structures, packed so that ranks can exchange them: structure,
 * patch, normal force, force on the structure, foot, 1 if another structure exerts it, normal
 * part of the force on the structure. */
constexpr std::size_t Packed = 13;

std::vector<double> PackContacts(const granum::ContactRows& rows,
  const std::vector<std::int64_t>& patch)
{
  std::vector<double> packed;
  for (std::size_t k = 0; k < rows.Count(); ++k)
  {
    const double* f = &rows.Vector[3 * k];
    const double* foot = &rows.EndB[3 * k];
    const double* n = &rows.Normal[3 * k];
    const auto add = [&](int structure, double sign, bool met)
    {
      packed.insert(packed.end(),
        { static_cast<double>(structure), patch.empty() ? -1.0 : static_cast<double>(patch[k]),
          rows.Force[k], sign * f[0], sign * f[1], sign * f[2], foot[0], foot[1], foot[2],
          met ? 1.0 : 0.0, sign * rows.Force[k] * n[0], sign * rows.Force[k] * n[1],
          sign * rows.Force[k] * n[2] });
    };
    const bool meet = rows.Kind[k] == 2;
    if (rows.Structure[k] >= 0 && (rows.Kind[k] == 1 || meet))
    {
      add(rows.Structure[k], -1.0, meet);
    }
    if (meet && rows.StructureA[k] >= 0)
    {
      add(rows.StructureA[k], 1.0, true);
    }
  }
  return packed;
}

std::vector<double> ScaledBy(std::vector<double> values, double factor)
{
  for (double& value : values)
  {
    value *= factor;
  }
  return values;
}

std::vector<double> CellAreas(vtkPolyData* surfaces)
{
  std::vector<double> areas;
  vtkNew<vtkIdList> corners;
  for (vtkIdType cell = 0; cell < surfaces->GetNumberOfPolys(); ++cell)
  {
    surfaces->GetPolys()->GetCellAtId(cell, corners);
    std::vector<std::array<double, 3>> points(corners->GetNumberOfIds());
    for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
    {
      surfaces->GetPoint(corners->GetId(i), points[i].data());
    }
    areas.push_back(granum::PolygonArea(points));
  }
  return areas;
}

}

namespace
{

/** What contacts did to a surface since the start, and the unit of it over an area. */
struct SurfaceSum
{
  const char* Name;
  const char* View;
  const char* Units;
};

const SurfaceSum Sums[] = {
  { GM_NAME_NORMAL_IMPULSE, "normal_impulse_per_area", "N s/m2" },
  { GM_NAME_NORMAL_WORK, "normal_work_per_area", "J/m2" },
  { GM_NAME_SLIDING_WORK, "sliding_work_per_area", "J/m2" },
  { GM_NAME_LOAD_WAY, "load_times_way_per_area", "N/m" },
  { GM_NAME_CONTACT_TIME, "contact_time_per_area", "s/m2" },
  { GM_NAME_IMPACTS, "impacts_per_area", "1/m2" },
  { GM_NAME_IMPACT_ENERGY, "impact_energy_per_area", "J/m2" },
  { GM_NAME_WORN_FINNIE, "wear_depth_finnie", "m" },
  { GM_NAME_WORN_ARCHARD, "wear_depth_archard", "m" },
};

/** The sums on the cells of each structure, in their order; impulses have three numbers. */
using SumsOfCells = std::map<std::pair<std::int64_t, std::string>, std::vector<double>>;

SumsOfCells ReadSums(vtkPolyData* structures, const std::vector<std::int64_t>& owner)
{
  SumsOfCells sums;
  const auto read = [&](const char* name, std::size_t wide)
  {
    const std::vector<double> values =
      granum::NumbersIn(granum::Find(structures->GetCellData(), name, static_cast<int>(wide)));
    for (std::size_t i = 0; i < values.size(); ++i)
    {
      sums[{ owner[i / wide], name }].push_back(values[i]);
    }
  };
  for (const SurfaceSum& sum : Sums)
  {
    read(sum.Name, 1);
  }
  read(GM_NAME_IMPULSE, 3);
  return sums;
}

}

struct vtkGranumStructureLoad::Internals
{
  SumsOfCells Before; // where the window begins
  std::vector<double> Known; // times up to the frame shown
  std::vector<double> Times; // of the frames to read; empty: data without time
  std::size_t Done = 0;
  bool Running = false; // between the passes of one update
  bool Peeking = false; // the frame shown is read once before, to learn how long a turn is
  bool OnlyLast = false; // contacts of the frames before are not counted
  std::size_t Counted = 0;

  std::vector<std::int64_t> Chosen;
  bool Turn = false; // the window is a turn
  std::vector<double> Shown; // the contacts of the frame shown, packed

  /** Loads by structure, since an absent one takes its cells away for a while. */
  std::map<std::int64_t, granum::SurfaceLoad> Loads;
  granum::BodyLoad Bodies;
  granum::BodyLoad Met; // the part by other structures

  void Begin(int average, double window);
  void PlanTurn(vtkPolyData* structures, const std::vector<int>& wanted);
  double Duration() const
  {
    return this->Times.empty() ? 0.0 : this->Times.back() - this->Times.front();
  }
  void AddFrame(vtkPolyData* structures, const std::vector<double>& packed);
  void Fill(vtkPolyData* output);
  void FillCells(vtkPolyData* output);
  void FillSums(vtkPolyData* output, const std::vector<std::int64_t>& owner,
    const std::vector<double>& area);
};

//----------------------------------------------------------------------------
void vtkGranumStructureLoad::Internals::Begin(int average, double window)
{
  this->Loads.clear();
  this->Bodies.Reset(0);
  this->Met.Reset(0);
  this->Before.clear();
  this->Counted = 0;
  this->Turn = false;
  this->OnlyLast = false;
  this->Peeking = average == LAST_TURN && this->Known.size() > 1;
  this->Times.clear();
  if (!this->Known.empty())
  {
    const double last = this->Known.back();
    const double slack = 1e-9 * std::max(std::abs(this->Known.front()), std::abs(last));
    const double from = average == LAST_SECONDS ? last - window - slack : last;
    this->Times.assign(std::lower_bound(this->Known.begin(), this->Known.end() - 1, from),
      this->Known.end());
  }
}

//----------------------------------------------------------------------------
void vtkGranumStructureLoad::Internals::PlanTurn(vtkPolyData* structures,
  const std::vector<int>& wanted)
{
  this->Peeking = false;
  // Only the first rank has the structures.
  std::vector<double> facts = { granum::LongestTurn(structures,
                                  granum::ChosenStructures(structures, wanted)),
    granum::Find(structures->GetCellData(), GM_NAME_NORMAL_IMPULSE, 1) ? 1.0 : 0.0 };
  granum::MaxOverRanks(facts);
  const double last = this->Known.back();
  auto first = this->Known.begin();
  this->Turn = facts[0] > 0.0 && facts[0] <= last - *first;
  if (this->Turn)
  {
    const double slack = 1e-9 * std::max(std::abs(*first), std::abs(last));
    first = std::min(std::lower_bound(first, this->Known.end(), last - facts[0] - slack),
      this->Known.end() - 2);
  }
  this->OnlyLast = facts[1] > 0.0;
  this->Times.assign(first, this->Known.end());
  if (this->OnlyLast)
  {
    this->Times = { *first, last };
  }
}

//----------------------------------------------------------------------------
void vtkGranumStructureLoad::Internals::AddFrame(vtkPolyData* structures,
  const std::vector<double>& packed)
{
  granum::Surfaces surfaces(structures);
  const std::vector<double> origins =
    granum::NumbersIn(granum::Find(structures->GetFieldData(), GM_NAME_POSITION, 3));
  std::size_t bodies = origins.size() / 3;
  for (std::size_t k = 0; k < packed.size() && origins.empty(); k += Packed)
  {
    bodies = std::max(bodies, static_cast<std::size_t>(packed[k]) + 1);
  }
  for (granum::BodyLoad* load : { &this->Bodies, &this->Met })
  {
    load->Force.resize(std::max(load->Force.size(), 3 * bodies), 0.0);
    load->Torque.resize(load->Force.size(), 0.0);
  }
  for (const auto& [key, part] : surfaces.Parts)
  {
    granum::SurfaceLoad& load = this->Loads[key.first];
    if (key.second == -1 && load.Push.size() != part.Cells.size())
    {
      load.Reset(part.Cells.size());
    }
  }
  if (this->Done == 0)
  {
    this->Before = ReadSums(structures, surfaces.Owner);
  }
  ++this->Done;
  if (this->OnlyLast && this->Done < this->Times.size())
  {
    return;
  }
  ++this->Counted;
  const double none[3] = { 0.0, 0.0, 0.0 };
  for (std::size_t k = 0; k < packed.size(); k += Packed)
  {
    const auto s = static_cast<std::size_t>(packed[k]);
    const double* force = &packed[k + 3];
    const double* foot = &packed[k + 6];
    if (s >= bodies)
    {
      continue; // a copy of a shape, which is no structure of the file
    }
    const double* origin = 3 * s + 2 < origins.size() ? &origins[3 * s] : none;
    this->Bodies.Add(s, force, foot, origin);
    if (packed[k + 9] > 0.0)
    {
      this->Met.Add(s, force, foot, origin);
      continue; // where on the surface it acts is not in the file
    }
    double away;
    const vtkIdType cell = surfaces.Nearest(static_cast<std::int64_t>(packed[k]),
      static_cast<std::int64_t>(packed[k + 1]), foot, away);
    if (cell >= 0)
    {
      // Cells of a structure lie together and keep their order.
      const std::int64_t owner = surfaces.Owner[cell];
      const auto& cells = surfaces.Parts[{ owner, -1 }].Cells;
      const auto place = std::lower_bound(cells.begin(), cells.end(), cell) - cells.begin();
      this->Loads[owner].Add(static_cast<std::size_t>(place), force, packed[k + 2]);
    }
  }
}

//----------------------------------------------------------------------------
void vtkGranumStructureLoad::Internals::FillSums(vtkPolyData* output,
  const std::vector<std::int64_t>& owner, const std::vector<double>& area)
{
  const bool since = this->Done > 1;
  for (const SurfaceSum& sum : Sums)
  {
    std::vector<double> values =
      granum::NumbersIn(granum::Find(output->GetCellData(), sum.Name, 1));
    std::map<std::int64_t, std::size_t> next;
    for (std::size_t c = 0; c < values.size(); ++c)
    {
      const std::vector<double>& before = this->Before[{ owner[c], sum.Name }];
      const std::size_t row = next[owner[c]]++;
      const double less = since && row < before.size() ? before[row] : 0.0;
      values[c] = area[c] > 0.0 ? (values[c] - less) / area[c] : 0.0;
    }
    if (!values.empty())
    {
      output->GetCellData()->AddArray(granum::NumbersOf(sum.View, sum.Units, values));
    }
  }
}

//----------------------------------------------------------------------------
void vtkGranumStructureLoad::Internals::FillCells(vtkPolyData* output)
{
  const granum::Surfaces surfaces(output);
  const std::vector<double> area = CellAreas(output);
  const SumsOfCells now = ReadSums(output, surfaces.Owner);
  const double time = this->Duration();
  std::vector<double> force, traction, pressure, contacts;
  std::map<std::int64_t, std::size_t> next;
  for (std::size_t c = 0; c < surfaces.Owner.size(); ++c)
  {
    const std::int64_t owner = surfaces.Owner[c];
    const granum::SurfaceLoad& load = this->Loads[owner];
    const std::size_t row = next[owner]++;
    const double perArea = area[c] > 0.0 ? 1.0 / area[c] : 0.0;
    double share = 1.0 / static_cast<double>(this->Counted), push = load.Push[row];
    contacts.push_back(share * load.Contacts[row]);
    const double* whole = &load.Force[3 * row];
    double difference[3];
    const auto rate = [&](const char* name, std::size_t at, double& value)
    {
      const SumsOfCells& old = this->Before;
      const auto before = old.find({ owner, name }), after = now.find({ owner, name });
      const bool both = before != old.end() && after != now.end() && at < before->second.size() &&
        at < after->second.size();
      value = both ? after->second[at] - before->second[at] : 0.0;
      return both;
    };
    if (time > 0.0 && rate(GM_NAME_NORMAL_IMPULSE, row, difference[0]) &&
      this->Before.count({ owner, GM_NAME_IMPULSE }) > 0)
    {
      push = difference[0];
      share = 1.0 / time;
      for (std::size_t i = 0; i < 3; ++i)
      {
        rate(GM_NAME_IMPULSE, 3 * row + i, difference[i]);
      }
      whole = difference;
    }
    for (std::size_t i = 0; i < 3; ++i)
    {
      force.push_back(share * whole[i]);
      traction.push_back(share * perArea * whole[i]);
    }
    pressure.push_back(share * perArea * push);
  }
  vtkCellData* cells = output->GetCellData();
  cells->AddArray(granum::NumbersOf(GM_NAME_FORCE, "N", force, 3));
  cells->AddArray(granum::NumbersOf("traction", "Pa", traction, 3));
  cells->AddArray(granum::NumbersOf("pressure", "Pa", pressure));
  cells->AddArray(granum::NumbersOf("contacts", "1", contacts));
  cells->AddArray(granum::NumbersOf("area", "m2", area));
  this->FillSums(output, surfaces.Owner, area);
}

//----------------------------------------------------------------------------
void vtkGranumStructureLoad::Internals::Fill(vtkPolyData* output)
{
  const double share = 1.0 / static_cast<double>(this->Counted);
  this->FillCells(output);
  vtkFieldData* fields = output->GetFieldData();
  fields->AddArray(
    granum::NumbersOf(GM_NAME_STRUCTURE_FORCE, "N", ScaledBy(this->Bodies.Force, share), 3));
  fields->AddArray(
    granum::NumbersOf(GM_NAME_STRUCTURE_TORQUE, "N m", ScaledBy(this->Bodies.Torque, share), 3));
  fields->AddArray(
    granum::NumbersOf("structure_met_force", "N", ScaledBy(this->Met.Force, share), 3));
  fields->AddArray(
    granum::NumbersOf("structure_met_torque", "N m", ScaledBy(this->Met.Torque, share), 3));
  fields->AddArray(granum::NumbersOf("frames", "1", { static_cast<double>(this->Counted) }));
  if (!this->Times.empty())
  {
    fields->AddArray(
      granum::NumbersOf("window", "s", { this->Times.front(), this->Times.back() }, 2));
  }
}

//----------------------------------------------------------------------------
void vtkGranumStructureLoad::FillViews(vtkPolyData* all, vtkInformationVector* outputs)
{
  const Internals& self = *this->Internal;
  const std::vector<std::int64_t>& chosen = self.Chosen;
  vtkPolyData* load = vtkPolyData::GetData(outputs, 0);
  granum::CopyStructures(all, chosen, false, load);
  granum::CopyStructures(all, chosen, true, vtkPolyData::GetData(outputs, 4));
  double box[6];
  load->GetBounds(box);

  std::vector<granum::LoadOf> loads = granum::LoadsOf(all, chosen);
  std::vector<granum::ContactArrow> arrows;
  for (std::size_t k = 0; k < self.Shown.size(); k += Packed)
  {
    const double* row = &self.Shown[k];
    const auto s = static_cast<std::int64_t>(row[0]);
    const auto at = std::lower_bound(chosen.begin(), chosen.end(), s);
    if (at == chosen.end() || *at != s)
    {
      continue;
    }
    granum::LoadOf& to = loads[static_cast<std::size_t>(at - chosen.begin())];
    const granum::ContactArrow arrow = { s, { row[6], row[7], row[8] }, { row[3], row[4], row[5] },
      { row[10], row[11], row[12] } };
    const granum::Vector3 torque =
      granum::TorqueAbout(to.Reference, arrow.Foot, arrow.Force, { 0.0, 0.0, 0.0 });
    for (std::size_t i = 0; i < 3; ++i)
    {
      to.Force[i] += arrow.Force[i];
      to.Torque[i] += torque[i];
    }
    ++to.Contacts;
    arrows.push_back(arrow);
  }
  const granum::ArrowScale scale = granum::ScaleOf(arrows, this->ArrowScale, box);
  granum::FillContactArrows(arrows, static_cast<granum::ArrowChoice>(this->Arrows), scale, box,
    vtkPolyData::GetData(outputs, 1));
  granum::FillResultants(loads, box, vtkPolyData::GetData(outputs, 2));
  granum::FillLoads(loads, vtkTable::GetData(outputs, 5));

  std::vector<double> pressing;
  for (const double p : granum::NumbersIn(granum::Find(load->GetCellData(), "pressure", 1)))
  {
    if (p > 0.0)
    {
      pressing.push_back(p);
    }
  }
  this->UpperPressure = granum::Percentile(pressing, 0.99);
  this->UpperForce = scale.Force;
  this->UsedArrowScale = scale.Length;
  this->UsedWindow = self.Duration();
  vtkNew<vtkStringArray> summary;
  summary->SetName("summary");
  summary->InsertNextValue(granum::LoadSentence(loads,
    this->Arrows == granum::NO_ARROWS ? 0.0 : scale.Key, this->UsedWindow, self.Turn));
  vtkTable::GetData(outputs, 3)->AddColumn(summary);
}

//----------------------------------------------------------------------------
vtkGranumStructureLoad::vtkGranumStructureLoad()
  : Internal(new Internals)
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(6);
}

//----------------------------------------------------------------------------
vtkGranumStructureLoad::~vtkGranumStructureLoad() = default;

//----------------------------------------------------------------------------
void vtkGranumStructureLoad::AddStructure(int structure)
{
  this->Structures.push_back(structure);
  this->Modified();
}

//----------------------------------------------------------------------------
void vtkGranumStructureLoad::ClearStructures()
{
  this->Structures.clear();
  this->Modified();
}

//----------------------------------------------------------------------------
int vtkGranumStructureLoad::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 3 || port == 5 ? "vtkTable" : "vtkPolyData");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumStructureLoad::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumStructureLoad::RequestUpdateExtent(vtkInformation* request,
  vtkInformationVector** inputs, vtkInformationVector* outputs)
{
  using Pipeline = vtkStreamingDemandDrivenPipeline;
  Internals& self = *this->Internal;
  vtkInformation* contacts = inputs[1]->GetInformationObject(0);
  if (!self.Running)
  {
    self.Known.clear();
    if (contacts->Has(Pipeline::TIME_STEPS()))
    {
      const double* times = contacts->Get(Pipeline::TIME_STEPS());
      const int count = contacts->Length(Pipeline::TIME_STEPS());
      const int port = std::max(request->Get(Pipeline::FROM_OUTPUT_PORT()), 0);
      vtkInformation* asked = outputs->GetInformationObject(port);
      const double now = asked->Has(Pipeline::UPDATE_TIME_STEP())
        ? asked->Get(Pipeline::UPDATE_TIME_STEP())
        : times[0];
      // The frame that is shown comes last and is always among them.
      const double slack = 1e-9 * std::max(std::abs(times[0]), std::abs(times[count - 1]));
      const double* last = std::upper_bound(times, times + count, now + slack);
      self.Known.assign(times, last == times ? times + 1 : last);
    }
    self.Begin(this->Average, this->Window);
  }
  for (int port = 0; port < 2 && self.Done < self.Times.size(); ++port)
  {
    inputs[port]->GetInformationObject(0)->Set(Pipeline::UPDATE_TIME_STEP(), self.Times[self.Done]);
  }
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumStructureLoad::RequestData(vtkInformation* request, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  using Pipeline = vtkStreamingDemandDrivenPipeline;
  Internals& self = *this->Internal;
  vtkPolyData* structures = vtkPolyData::GetData(inputs[0]);
  vtkPolyData* contacts = vtkPolyData::GetData(inputs[1]);

  granum::ContactRows rows;
  std::string complaint = granum::ReadContactRows(contacts, GM_NAME_FORCE, rows);
  if (complaint.empty() && rows.Count() > 0 && rows.Vector.empty())
  {
    complaint = "The contacts have a cell array '" GM_NAME_FORCE
                "' of one number; three are expected, the force on the grain";
  }
  if (complaint.empty() && structures->GetNumberOfCells() != structures->GetNumberOfPolys())
  {
    complaint = "Structures must be polygons and nothing else, as the port Structures of "
                "Granum Reader gives them";
  }
  if (complaint.empty() && structures->GetNumberOfCells() > 0 &&
    !granum::Find(structures->GetCellData(), GM_NAME_STRUCTURE_ID, 1))
  {
    complaint = "The structures have no cell array '" GM_NAME_STRUCTURE_ID "' of one number";
  }
  complaint = granum::FirstComplaint(complaint);
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    self.Done = 0;
    self.Running = false;
    request->Remove(Pipeline::CONTINUE_EXECUTING());
    return 0;
  }

  std::vector<double> packed =
    PackContacts(rows, granum::IntegersIn(granum::Find(contacts->GetCellData(), GM_NAME_PATCH, 1)));
  granum::GatherOverRanks(packed);
  if (granum::Rank() != 0)
  {
    packed.clear();
  }
  if (self.Peeking)
  {
    self.PlanTurn(structures, this->Structures);
  }
  else
  {
    self.AddFrame(structures, packed);
  }
  if (self.Done < self.Times.size())
  {
    self.Running = true;
    request->Set(Pipeline::CONTINUE_EXECUTING(), 1);
    return 1;
  }
  request->Remove(Pipeline::CONTINUE_EXECUTING());
  vtkNew<vtkPolyData> all;
  all->ShallowCopy(structures);
  if (granum::Rank() == 0)
  {
    self.Fill(all);
  }
  self.Chosen = granum::ChosenStructures(structures, this->Structures);
  self.Shown = packed;
  this->FillViews(all, outputs);
  for (int port = 0; port < this->GetNumberOfOutputPorts() && !self.Known.empty(); ++port)
  {
    // One update serves all ports.
    vtkDataObject::GetData(outputs, port)
      ->GetInformation()
      ->Set(vtkDataObject::DATA_TIME_STEP(), self.Known.back());
  }
  self.Done = 0;
  self.Running = false;
  return 1;
}
