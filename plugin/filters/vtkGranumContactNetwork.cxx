#include "vtkGranumContactNetwork.h"

#include "arrays.h"
#include "contact_rows.h"
#include "grain_rows.h"
#include "partners.h"
#include "ranks.h"

#include "analysis/force_network.h"
#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPointSet.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkTubeFilter.h"

#include <algorithm>
#include <cmath>
#include <vector>

vtkStandardNewMacro(vtkGranumContactNetwork);

namespace granum
{

namespace
{

// The force chains of contacts that may lie on several ranks.  See analysis/force_network.h for
// what a chain is.

struct ChainRows
{
  std::vector<int> Id; /**< [n] chain of the contact, from 1, the longest first; 0: none */
  std::vector<int> Length; /**< [n] grains of that chain; 0: none                          */
  int Count = 0; /**< chains                                                     */
  double MeanStress = 0.0; /**< Pa: the most compressive stress, mean of the grains touched */
};

ChainContacts ContactsForChains(const ContactRows& rows, vtkCellData* cells,
  const GrainRows& grains)
{
  const std::size_t count = rows.Count();
  ChainContacts contacts;
  contacts.A.resize(count);
  contacts.B.resize(count);
  contacts.Pushes.resize(count);
  contacts.Force = rows.Vector.empty() ? std::vector<double>(3 * count) : rows.Vector;
  contacts.ArmA.resize(3 * count);
  contacts.ArmB.resize(3 * count);
  contacts.Branch.resize(3 * count);
  const std::vector<double> sliding = NumbersIn(Find(cells, GM_NAME_FORCE_TANGENTIAL, 3));
  const std::vector<double> point = NumbersIn(Find(cells, GM_NAME_POINT, 3));
  for (std::size_t k = 0; k < count; ++k)
  {
    contacts.A[k] = grains.RowOf(rows.IdA[k]);
    contacts.B[k] = rows.Kind[k] == 0 ? grains.RowOf(rows.IdB[k]) : -1;
    contacts.Pushes[k] = rows.Force[k] > 0.0;
    const double a = contacts.A[k] >= 0 ? grains.Radius[contacts.A[k]] : 0.0;
    const double b = contacts.B[k] >= 0 ? grains.Radius[contacts.B[k]] : 0.0;
    const double share = a + b > 0.0 ? a / (a + b) : 0.0;
    for (std::size_t i = 3 * k; i < 3 * k + 3; ++i)
    {
      const double line = rows.EndB[i] - rows.EndA[i];
      const double at = point.empty() ? rows.EndA[i] + share * line : point[i];
      contacts.ArmA[i] = at - rows.EndA[i];
      contacts.ArmB[i] = at - rows.EndB[i];
      contacts.Branch[i] = line;
      if (rows.Vector.empty())
      {
        contacts.Force[i] = rows.Force[k] * rows.Normal[i] + (sliding.empty() ? 0.0 : sliding[i]);
      }
    }
  }
  return contacts;
}

/** The chain of each contact of this rank; a chain goes on across ranks, and numbers agree.
 * The stress is that of all contacts given.  `cells` of the contacts may have force_tangential
 * (N, 3) and point (m, 3: the contact point); without the latter the radii divide the line.
 * `grains` are gathered on every rank; their volume is that of `body`.  `angle` in radians.  Collective. */
ChainRows FindChains(const ContactRows& rows, vtkCellData* cells, const GrainRows& grains,
  const GrainBody& body, double angle, int least)
{
  const std::size_t count = grains.Id.size();
  const ChainContacts contacts = ContactsForChains(rows, cells, grains);
  std::vector<double> moments = LoadMoments(contacts, count);
  std::vector<double> touched(count, 0.0);
  for (std::size_t k = 0; k < contacts.Count(); ++k)
  {
    for (const std::int64_t grain : { contacts.A[k], contacts.B[k] })
    {
      if (grain >= 0)
      {
        touched[grain] += 1.0;
      }
    }
  }
  SumOverRanks(moments);
  SumOverRanks(touched);
  std::vector<Principal> stress(count);
  for (std::size_t i = 0; i < count; ++i)
  {
    const double volume = body.Volume(grains.Radius[i]);
    stress[i] = MostCompressive(&moments[6 * i]);
    stress[i].Value = volume > 0.0 ? stress[i].Value / volume : 0.0;
  }

  ChainRows found;
  const std::vector<char> joins = ChainLinks(contacts, stress, touched, angle, found.MeanStress);
  std::vector<std::int64_t> joined;
  for (std::size_t k = 0; k < contacts.Count(); ++k)
  {
    if (joins[k])
    {
      joined.insert(joined.end(), { contacts.A[k], contacts.B[k] });
    }
  }
  GatherOverRanks(joined);
  const Chains chains = JoinChains(joined, count, least);
  found.Count = chains.Count;
  found.Id.assign(contacts.Count(), 0);
  found.Length.assign(contacts.Count(), 0);
  for (std::size_t k = 0; k < contacts.Count(); ++k)
  {
    if (joins[k])
    {
      found.Id[k] = chains.Id[contacts.A[k]];
      found.Length[k] = chains.Length[contacts.A[k]];
    }
  }
  return found;
}

}

}

namespace
{

/** The chosen rows without contacts between structures, which would hide the forces of grains,
 * unless `kind` chooses them or nothing else pushes. */
std::vector<char> CountedContacts(const granum::ContactRows& rows, const std::vector<char>& chosen,
  int kind)
{
  std::vector<char> counted(chosen);
  for (std::size_t k = 0; k < rows.Count() && kind != 2; ++k)
  {
    counted[k] = chosen[k] && rows.Kind[k] != 2;
  }
  std::vector<double> count = { granum::PushingForce(rows.Force, counted).Count };
  granum::SumOverRanks(count);
  return count[0] > 0.0 ? counted : chosen;
}

/** Length of the lines that are chosen: sum and count, over all ranks. */
granum::Tally LineLengths(const granum::ContactRows& rows, const std::vector<char>& chosen)
{
  std::vector<double> sums(2, 0.0);
  for (std::size_t k = 0; k < rows.Count(); ++k)
  {
    if (chosen[k])
    {
      const double* a = &rows.EndA[3 * k];
      const double* b = &rows.EndB[3 * k];
      sums[0] += std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      sums[1] += 1.0;
    }
  }
  granum::SumOverRanks(sums);
  return { sums[0], sums[1] };
}

/** Of the mean length of the lines, a tube of the reference force; of picked contacts the thickest one, which
 * would hide their grains. */
constexpr double Thin = 0.1;

/** The largest of the values of the rows `kept`, over all ranks; 0 without any. */
double LargestOf(const std::vector<double>& values, const std::vector<vtkIdType>& kept)
{
  std::vector<double> most(1, 0.0);
  for (const vtkIdType k : kept)
  {
    most[0] = std::max(most[0], values[static_cast<std::size_t>(k)]);
  }
  granum::MaxOverRanks(most);
  return most[0];
}

granum::Tally PushingContacts(const granum::ContactRows& rows, const std::vector<char>& chosen)
{
  const granum::Tally here = granum::PushingForce(rows.Force, chosen);
  std::vector<double> sums = { here.Sum, here.Count };
  granum::SumOverRanks(sums);
  return { sums[0], sums[1] };
}

/** The lines of the rows `kept`, each with points of its own, and what is known of
 * their ends. */
vtkSmartPointer<vtkPolyData> ContactLines(vtkPointSet* contacts, const granum::ContactRows& rows,
  const std::vector<vtkIdType>& kept, const granum::GrainRows* grains)
{
  const auto count = static_cast<vtkIdType>(kept.size());
  auto lines = vtkSmartPointer<vtkPolyData>::New();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> cells;
  vtkNew<vtkIdTypeArray> id;
  id->SetName(GM_NAME_ID);
  const auto radius = granum::NewNumbers(GM_NAME_RADIUS, "m", 2 * count);
  const auto positionA = granum::NewNumbers("position_a", "m", count, 3);
  const auto positionB = granum::NewNumbers("position_b", "m", count, 3);
  const auto radiusA = granum::NewNumbers("radius_a", "m", count);
  const auto radiusB = granum::NewNumbers("radius_b", "m", count);
  vtkCellData* from = contacts->GetCellData();
  vtkCellData* to = lines->GetCellData();
  to->CopyAllOn();
  to->CopyAllocate(from, count);
  for (vtkIdType i = 0; i < count; ++i)
  {
    const vtkIdType k = kept[i];
    const std::int64_t ids[2] = { rows.IdA.empty() ? -1 : rows.IdA[k],
      rows.IdB.empty() ? -1 : rows.IdB[k] };
    const vtkIdType ends[2] = { points->InsertNextPoint(&rows.EndA[3 * k]),
      points->InsertNextPoint(&rows.EndB[3 * k]) };
    cells->InsertNextCell(2, ends);
    to->CopyData(from, k, i);
    positionA->SetTuple(i, &rows.EndA[3 * k]);
    positionB->SetTuple(i, &rows.EndB[3 * k]);
    for (int end = 0; end < 2; ++end)
    {
      id->InsertNextValue(ids[end]);
      const double r = grains ? grains->RadiusOf(ids[end]) : 0.0;
      radius->SetValue(2 * i + end, r);
      (end == 0 ? radiusA : radiusB)->SetValue(i, r);
    }
  }
  lines->SetPoints(points);
  lines->SetLines(cells);
  to->AddArray(positionA);
  to->AddArray(positionB);
  if (!rows.IdA.empty() && !rows.IdB.empty())
  {
    lines->GetPointData()->AddArray(id);
    if (grains)
    {
      lines->GetPointData()->AddArray(radius);
      to->AddArray(radiusA);
      to->AddArray(radiusB);
    }
  }
  return lines;
}

/** The part of space between two planes. */
struct SlabOf
{
  double Origin[3], Normal[3], Half;

  bool Has(const double* point) const
  {
    double away = 0.0;
    for (int i = 0; i < 3; ++i)
    {
      away += (point[i] - this->Origin[i]) * this->Normal[i];
    }
    return std::fabs(away) <= this->Half;
  }
};

/** Chains of all contacts given; or what they lack. */
std::string ReadChains(const granum::ContactRows& rows, vtkDataSet* contacts,
  const granum::GrainRows* grains, double angle, int least, granum::ChainRows& chains)
{
  const granum::GrainBody body = granum::BodyOverRanks(contacts->GetFieldData());
  const std::string lack = rows.Count() > 0 && (rows.IdA.empty() || rows.IdB.empty())
    ? "Force chains need the cell arrays '" GM_NAME_ID_A "' and '" GM_NAME_ID_B "' of the contacts"
    : grains ? ""
             : "Force chains need the radii: set Grains to the port Grains of Granum Reader";
  const std::string complaint = granum::FirstComplaint(lack);
  if (complaint.empty())
  {
    chains = granum::FindChains(rows, contacts->GetCellData(), *grains, body,
      vtkMath::RadiansFromDegrees(angle), least);
  }
  return complaint;
}

void AddChains(const granum::ChainRows& chains, const std::vector<vtkIdType>& kept,
  vtkCellData* cells)
{
  const auto count = static_cast<vtkIdType>(kept.size());
  const auto id = granum::NewIntegers("chain_id", count);
  const auto length = granum::NewIntegers("chain_length", count);
  for (vtkIdType i = 0; i < count; ++i)
  {
    id->SetValue(i, chains.Id[kept[i]]);
    length->SetValue(i, chains.Length[kept[i]]);
  }
  cells->AddArray(id);
  cells->AddArray(length);
}

/** A tube for each line, with the radius of the cell array. */
void MakeTubes(vtkPolyData* lines, vtkDataArray* thickness, int sides, vtkPolyData* tubes)
{
  const auto atEnds = granum::NewNumbers(thickness->GetName(), "m", lines->GetNumberOfPoints());
  for (vtkIdType i = 0; i < lines->GetNumberOfPoints(); ++i)
  {
    atEnds->SetValue(i, thickness->GetComponent(i / 2, 0));
  }
  lines->GetPointData()->SetScalars(atEnds);
  vtkNew<vtkTubeFilter> maker;
  maker->SetInputData(lines);
  maker->SetVaryRadiusToVaryRadiusByAbsoluteScalar();
  maker->SetNumberOfSides(sides);
  maker->CappingOn();
  maker->Update();
  tubes->ShallowCopy(maker->GetOutput());
}

}

//----------------------------------------------------------------------------
vtkGranumContactNetwork::vtkGranumContactNetwork()
  : ForceArray(GM_NAME_FORCE_NORMAL)
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(4);
}

//----------------------------------------------------------------------------
int vtkGranumContactNetwork::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 1 || port == 2 ? "vtkTable" : "vtkPolyData");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumContactNetwork::FillInputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  if (port == 0)
  {
    info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkUnstructuredGrid");
  }
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), port == 1 ? 1 : 0);
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumContactNetwork::RequestData(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  vtkPointSet* contacts = vtkPointSet::GetData(inputs[0]);
  vtkPolyData* output = vtkPolyData::GetData(outputs);
  granum::ContactRows rows;
  granum::GrainRows grains;
  vtkPolyData* given = granum::PolyDataAt(inputs, 1);
  std::string complaint = granum::ReadContactRows(contacts, this->ForceArray, rows);
  if (given && complaint.empty())
  {
    complaint = granum::ReadGrainRows(given, grains);
  }
  complaint = granum::FirstComplaint(complaint);
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    return 0;
  }
  grains.GatherEverywhere();
  granum::PartnerChoice only;
  complaint = granum::ReadChoice(this->OnlyOf, contacts, only);
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    return 0;
  }
  const bool picked = !only.Words.empty();

  // First the contacts in the mean, then the contacts to draw.
  const granum::NetworkChoice choice = { this->Kind, this->Structure };
  vtkDataArray* image = granum::Find(contacts->GetCellData(), GM_NAME_IMAGE, 1);
  std::vector<char> chosen(rows.Count()), whole(rows.Count());
  for (std::size_t k = 0; k < rows.Count(); ++k)
  {
    chosen[k] = choice.Has(rows.Kind[k], rows.Structure[k], rows.StructureA[k]);
    whole[k] = chosen[k] && !(image && image->GetComponent(static_cast<vtkIdType>(k), 0) > 0.0);
  }
  const std::vector<char> counted = CountedContacts(rows, chosen, this->Kind);
  const granum::Tally pushing = PushingContacts(rows, counted);
  const double mean = pushing.Mean();
  const double reference = this->ReferenceForce > 0.0 ? this->ReferenceForce : mean;
  const std::vector<double> ratio = granum::ForceRatio(rows.Force, reference);
  std::vector<char> measured(whole);
  for (std::size_t k = 0; k < rows.Count(); ++k)
  {
    measured[k] = whole[k] && counted[k];
  }
  const double length = LineLengths(rows, measured).Mean();
  this->MeanForce = mean;
  this->UsedSlabThickness = this->SlabThickness > 0.0 ? this->SlabThickness : 2.0 * length;
  SlabOf slab = { {}, {}, 0.5 * this->UsedSlabThickness };
  std::copy_n(this->SlabOrigin, 3, slab.Origin);
  std::copy_n(this->SlabNormal, 3, slab.Normal);
  if (this->Slab && vtkMath::Normalize(slab.Normal) == 0.0)
  {
    vtkErrorMacro("SlabNormal is 0 0 0; a direction is expected, such as 0 1 0");
    return 0;
  }
  granum::ChainRows chains;
  if (this->Part == CHAINS)
  {
    complaint = ReadChains(rows, contacts, given ? &grains : nullptr, this->ChainAngle,
      this->LeastGrains, chains);
    if (!complaint.empty())
    {
      vtkErrorMacro(<< complaint);
      return 0;
    }
  }
  std::vector<vtkIdType> kept;
  for (std::size_t k = 0; k < rows.Count(); ++k)
  {
    const double f = rows.Force[k];
    const bool part = this->Part == CHAINS
      ? chains.Id[k] > 0
      : this->Part == ALL || (this->Part == STRONG) == (f > reference);
    const bool within = !this->LimitForce || (f >= this->ForceRange[0] && f <= this->ForceRange[1]);
    const bool near = !this->Slab || slab.Has(&rows.EndA[3 * k]) || slab.Has(&rows.EndB[3 * k]);
    if ((this->HideImages ? whole[k] : chosen[k]) && part && within && near &&
      (!picked || only.Has(rows, k)))
    {
      kept.push_back(static_cast<vtkIdType>(k));
    }
  }

  double unit = this->MeanThickness > 0.0 ? this->MeanThickness : Thin * length;
  if (picked && this->MeanThickness <= 0.0)
  {
    unit /= std::max(1.0, std::min(LargestOf(ratio, kept), this->Cap));
  }
  this->UsedThickness = unit;
  vtkNew<vtkStringArray> summary;
  summary->SetName("summary");
  summary->InsertNextValue(picked
      ? granum::FillPartners(contacts, rows, kept, only, given, vtkTable::GetData(outputs, 1))
      : "");
  vtkTable::GetData(outputs, 2)->AddColumn(summary);
  if (picked && given)
  {
    granum::CopyPartners(rows, kept, only, given, vtkPolyData::GetData(outputs, 3));
  }
  const auto lines = ContactLines(contacts, rows, kept, given ? &grains : nullptr);
  const auto count = static_cast<vtkIdType>(kept.size());
  const auto ratios = granum::NewNumbers("force_ratio", "1", count);
  const auto strong = granum::NewIntegers("strong", count);
  const auto thickness = granum::NewNumbers("thickness", "m", count);
  for (vtkIdType i = 0; i < count; ++i)
  {
    const vtkIdType k = kept[i];
    ratios->SetValue(i, ratio[k]);
    strong->SetValue(i, rows.Force[k] > reference ? 1 : 0);
    thickness->SetValue(i, unit * std::clamp(ratio[k], 0.0, this->Cap));
  }
  for (vtkDataArray* array : std::initializer_list<vtkDataArray*>{ ratios, strong, thickness })
  {
    lines->GetCellData()->AddArray(array);
  }
  if (this->Part == CHAINS)
  {
    AddChains(chains, kept, lines->GetCellData());
  }
  if (this->Shape == TUBES && count > 0)
  {
    MakeTubes(lines, thickness, this->Sides, output);
  }
  else
  {
    output->ShallowCopy(lines);
  }
  vtkInformation* of = contacts->GetInformation();
  for (int port = 0; port < 4 && of->Has(vtkDataObject::DATA_TIME_STEP()); ++port)
  {
    // One update serves all ports.
    vtkDataObject::GetData(outputs, port)
      ->GetInformation()
      ->Set(vtkDataObject::DATA_TIME_STEP(), of->Get(vtkDataObject::DATA_TIME_STEP()));
  }
  output->GetFieldData()->PassData(contacts->GetFieldData());
  output->GetFieldData()->AddArray(granum::NumbersOf("mean_force", "N", { mean }));
  output->GetFieldData()->AddArray(granum::NumbersOf("reference_force", "N", { reference }));
  output->GetFieldData()->AddArray(granum::NumbersOf("pushing_contacts", "1", { pushing.Count }));
  if (this->Part == CHAINS)
  {
    output->GetFieldData()->AddArray(
      granum::NumbersOf("chains", "1", { static_cast<double>(chains.Count) }));
    output->GetFieldData()->AddArray(granum::NumbersOf("mean_stress", "Pa", { chains.MeanStress }));
  }
  return 1;
}
