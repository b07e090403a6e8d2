#include "vtkGranumForceStatistics.h"

#include "arrays.h"
#include "contact_rows.h"
#include "grain_rows.h"
#include "ranks.h"

#include "analysis/force_network.h"
#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

vtkStandardNewMacro(vtkGranumForceStatistics);

namespace granum
{

namespace
{

// A rose of directions as a drawing.

constexpr int Steps = 360; // of the circle; a sector has as many as its share of it

vtkIdType AddPoint(vtkPoints* points, double radius, double turn)
{
  const double angle = 2.0 * vtkMath::Pi() * turn;
  return points->InsertNextPoint(radius * std::cos(angle), radius * std::sin(angle), 0.0);
}

/** Fills `drawing` with one polygon per sector, whose radius is its density (1 everywhere in
 * an isotropic medium), and with the circle of radius 1 as a line.  The rose lies in the plane
 * z = 0 with its first axis along x.  `density`, `force` [sectors] 1 become the cell arrays
 * density and force_density, beside angle (degrees, the middle of the sector); the values of
 * the circle are 1 and its angle is 0.  The first sector is centred on the first axis. */
void DrawRose(const std::vector<double>& density, const std::vector<double>& force,
  vtkPolyData* drawing)
{
  const auto sectors = static_cast<int>(density.size());
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> circle, polygons;
  points->SetDataTypeToDouble();

  circle->InsertNextCell(Steps + 1);
  for (int k = 0; k <= Steps; ++k)
  {
    circle->InsertCellPoint(AddPoint(points, 1.0, static_cast<double>(k) / Steps));
  }
  const int steps = std::max(1, Steps / std::max(1, sectors));
  // The arrays of cells have the lines first, as VTK numbers them.
  std::vector<double> angle = { 0.0 }, of = { 1.0 }, ofForce = { 1.0 };
  for (int i = 0; i < sectors; ++i)
  {
    polygons->InsertNextCell(steps + 2);
    polygons->InsertCellPoint(points->InsertNextPoint(0.0, 0.0, 0.0));
    for (int k = 0; k <= steps; ++k)
    {
      const double turn = (i - 0.5 + static_cast<double>(k) / steps) / sectors;
      polygons->InsertCellPoint(AddPoint(points, density[i], turn));
    }
    angle.push_back(i * 360.0 / sectors);
    of.push_back(density[i]);
    ofForce.push_back(force[i]);
  }
  drawing->SetPoints(points);
  drawing->SetLines(circle);
  drawing->SetPolys(polygons);
  drawing->GetCellData()->AddArray(NumbersOf("angle", "deg", angle));
  drawing->GetCellData()->AddArray(NumbersOf("density", "1", of));
  drawing->GetCellData()->AddArray(NumbersOf("force_density", "1", ofForce));
}

}

}

namespace
{

using Numbers = std::vector<double>;

/** The contacts that are chosen, on this rank. */
struct Chosen
{
  Numbers Force, Pushing, Normal;
};

Chosen ChooseContacts(const granum::ContactRows& rows, const granum::NetworkChoice& choice)
{
  Chosen chosen;
  for (std::size_t k = 0; k < rows.Count(); ++k)
  {
    const bool grainsOnly = choice.Structure >= 0 && rows.Kind[k] == 2;
    if (grainsOnly || !choice.Has(rows.Kind[k], rows.Structure[k], -1))
    {
      continue;
    }
    chosen.Force.push_back(rows.Force[k]);
    if (rows.Force[k] > 0.0)
    {
      chosen.Pushing.push_back(rows.Force[k]);
    }
    chosen.Normal.insert(chosen.Normal.end(), &rows.Normal[3 * k], &rows.Normal[3 * k] + 3);
  }
  return chosen;
}

double TotalOf(const Numbers& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

void AddNumbers(vtkTable* table, const char* name, const char* unit, const Numbers& values)
{
  table->AddColumn(granum::NumbersOf(name, unit, values));
}

/** A number that is the same for all ranks, added over them. */
double SumOf(double value)
{
  Numbers sum = { value };
  granum::SumOverRanks(sum);
  return sum[0];
}

/** The repulsive contacts of all ranks. */
struct Repulsive
{
  double Count = 0.0, Mean = 0.0, Largest = 0.0;

  explicit Repulsive(const Numbers& forces)
  {
    Numbers largest = { forces.empty() ? 0.0 : *std::max_element(forces.begin(), forces.end()) };
    granum::MaxOverRanks(largest);
    this->Largest = largest[0];
    this->Count = SumOf(static_cast<double>(forces.size()));
    this->Mean = granum::Tally{ SumOf(TotalOf(forces)), this->Count }.Mean();
  }

  double TopRatio() const { return this->Mean > 0.0 ? this->Largest / this->Mean : 0.0; }

  /** How many of `forces` fall in each bin of f/<f> up to `top`, over all ranks. */
  Numbers Histogram(const Numbers& forces, double top, int bins) const
  {
    Numbers counts = granum::Histogram(granum::ForceRatio(forces, this->Mean), top, bins);
    granum::SumOverRanks(counts);
    return counts;
  }

  /** Probability densities of the bins; `none` where nothing has fallen. */
  Numbers Density(const Numbers& counts, double width, double none) const
  {
    Numbers density;
    for (const double n : counts)
    {
      density.push_back(n > 0.0 ? n / (this->Count * width) : none);
    }
    return density;
  }
};

/** Principal values of xx yy zz xy yz xz, the largest first. */
Numbers PrincipalValues(const Numbers& t)
{
  double rows[3][3] = { { t[0], t[3], t[5] }, { t[3], t[1], t[4] }, { t[5], t[4], t[2] } };
  double vectors[3][3];
  double* a[3] = { rows[0], rows[1], rows[2] };
  double* v[3] = { vectors[0], vectors[1], vectors[2] };
  Numbers values(3);
  vtkMath::Jacobi(a, values.data(), v);
  return values;
}

}

//----------------------------------------------------------------------------
vtkGranumForceStatistics::vtkGranumForceStatistics()
  : ForceArray(GM_NAME_FORCE_NORMAL)
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(NUMBER_OF_PORTS);
}

//----------------------------------------------------------------------------
int vtkGranumForceStatistics::FillInputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), port == 1 ? 1 : 0);
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumForceStatistics::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == ROSE_SECTORS ? "vtkPolyData" : "vtkTable");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumForceStatistics::RequestData(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  granum::ContactRows rows;
  granum::GrainRows grains;
  vtkPolyData* given = granum::PolyDataAt(inputs, 1);
  std::string complaint =
    granum::ReadContactRows(vtkPolyData::GetData(inputs[0]), this->ForceArray, rows);
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

  // Every rank takes part in the sums; the first one fills the tables.
  const granum::NetworkChoice choice = { this->Structure < 0 ? this->Kind : -1, this->Structure };
  const Chosen chosen = ChooseContacts(rows, choice);
  const Numbers grainOnGrain = ChooseContacts(rows, { 0, -1 }).Pushing;
  const Numbers grainOnStructure = ChooseContacts(rows, { 1, this->Structure }).Pushing;
  const Numbers between = ChooseContacts(rows, { 2, -1 }).Pushing;
  const double contacts = SumOf(static_cast<double>(chosen.Force.size()));
  const Repulsive all(chosen.Pushing), grain(grainOnGrain), structure(grainOnStructure),
    meeting(between);

  const double top = this->LargestRatio > 0.0
    ? this->LargestRatio
    : std::max({ all.TopRatio(), grain.TopRatio(), structure.TopRatio(), meeting.TopRatio() });
  const Numbers histogram = all.Histogram(chosen.Pushing, top, this->Bins);
  const Numbers ofGrains = grain.Histogram(grainOnGrain, top, this->Bins);
  const Numbers ofStructures = structure.Histogram(grainOnStructure, top, this->Bins);
  const Numbers ofMeeting = meeting.Histogram(between, top, this->Bins);

  const int axes[3][2] = { { 1, 2 }, { 0, 2 }, { 0, 1 } };
  const bool flat = granum::BodyOverRanks(vtkPolyData::GetData(inputs[0])->GetFieldData()).Flat;
  const int* plane = axes[flat ? 2 : this->Axis];
  Numbers rose = granum::Rose(chosen.Normal, {}, plane[0], plane[1], this->Sectors);
  Numbers forces = granum::Rose(chosen.Normal, chosen.Force, plane[0], plane[1], this->Sectors);
  granum::SumOverRanks(rose);
  granum::SumOverRanks(forces);
  Numbers fabric = granum::NormalSums(chosen.Normal);
  granum::SumOverRanks(fabric);

  if (rows.IdA.empty() || rows.IdB.empty())
  {
    rows.IdA.clear();
    rows.IdB.clear();
  }
  granum::GatherOverRanks(rows.IdA);
  granum::GatherOverRanks(rows.IdB);
  granum::GatherOverRanks(grains.Id);
  if (granum::Rank() != 0)
  {
    return 1;
  }
  const granum::Coordination coordination =
    granum::CountContacts(grains.Id, rows.IdA, rows.IdB, this->LeastContacts);

  vtkTable* distribution = vtkTable::GetData(outputs, FORCE_DISTRIBUTION);
  Numbers middle;
  const double width = top / this->Bins;
  for (int i = 0; i < this->Bins; ++i)
  {
    middle.push_back((i + 0.5) * width);
  }
  const double none = vtkMath::Nan();
  AddNumbers(distribution, "force_ratio", "1", middle);
  AddNumbers(distribution, "probability_density", "1", all.Density(histogram, width, 0.0));
  if (grain.Count > 0.0)
  {
    AddNumbers(distribution, "grain_on_grain", "1", grain.Density(ofGrains, width, none));
  }
  if (structure.Count > 0.0)
  {
    const Numbers density = structure.Density(ofStructures, width, none);
    AddNumbers(distribution, "grain_on_structure", "1", density);
  }
  if (meeting.Count > 0.0)
  {
    const Numbers density = meeting.Density(ofMeeting, width, none);
    AddNumbers(distribution, "structure_on_structure", "1", density);
  }
  AddNumbers(distribution, "contacts", "1", histogram);

  const double unit = TotalOf(rose) / this->Sectors;
  const double unitForce = TotalOf(forces) / this->Sectors;
  Numbers angle;
  for (int i = 0; i < this->Sectors; ++i)
  {
    angle.push_back(i * 360.0 / this->Sectors);
    rose[i] = unit > 0.0 ? rose[i] / unit : 0.0;
    forces[i] = unitForce != 0.0 ? forces[i] / unitForce : 0.0;
  }
  granum::DrawRose(rose, forces, vtkPolyData::GetData(outputs, ROSE_SECTORS));
  // The first sector once more closes the curve.
  angle.push_back(360.0);
  rose.push_back(rose.front());
  forces.push_back(forces.front());
  vtkTable* directions = vtkTable::GetData(outputs, ROSE);
  AddNumbers(directions, "angle", "deg", angle);
  AddNumbers(directions, "density", "1", rose);
  AddNumbers(directions, "force_density", "1", forces);

  Numbers number, ends, held;
  for (std::size_t i = 0; i < coordination.Contacts.size(); ++i)
  {
    const auto z = static_cast<std::size_t>(coordination.Contacts[i]);
    for (std::size_t next = number.size(); next <= z; ++next)
    {
      number.push_back(static_cast<double>(next));
      ends.push_back(0.0);
      held.push_back(0.0);
    }
    ends[z] += 1.0;
    held[z] += coordination.Rattler[i] ? 0.0 : 1.0;
  }
  vtkTable* counts = vtkTable::GetData(outputs, COORDINATION);
  AddNumbers(counts, "coordination", "1", number);
  AddNumbers(counts, "grains", "1", ends);
  AddNumbers(counts, "grains_held", "1", held);

  for (double& value : fabric)
  {
    value = contacts > 0.0 ? value / contacts : 0.0;
  }
  vtkTable* summary = vtkTable::GetData(outputs, SUMMARY);
  AddNumbers(summary, "contacts", "1", { contacts });
  AddNumbers(summary, "pushing_contacts", "1", { all.Count });
  AddNumbers(summary, "mean_force", "N", { all.Mean });
  AddNumbers(summary, "largest_force", "N", { all.Largest });
  AddNumbers(summary, "grains", "1", { coordination.Grains() });
  AddNumbers(summary, "rattlers", "1", { coordination.Rattlers() });
  AddNumbers(summary, "coordination", "1", { coordination.Mean() });
  AddNumbers(summary, "coordination_held", "1", { coordination.MeanHeld() });
  const char* names[6] = { "xx", "yy", "zz", "xy", "yz", "xz" };
  for (int i = 0; i < 6; ++i)
  {
    AddNumbers(summary, (std::string("fabric_") + names[i]).c_str(), "1", { fabric[i] });
  }
  const Numbers principal = PrincipalValues(fabric);
  for (int i = 0; i < 3; ++i)
  {
    AddNumbers(summary, ("fabric_" + std::to_string(i + 1)).c_str(), "1", { principal[i] });
  }
  AddNumbers(summary, "anisotropy", "1",
    { flat ? granum::PlaneAnisotropy(fabric) : granum::Anisotropy(fabric) });
  return 1;
}
