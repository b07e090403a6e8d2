#include "vtkGranumCoarseGrain.h"

#include "arrays.h"
#include "contact_rows.h"
#include "grain_rows.h"
#include "ranks.h"

#include "analysis/coarse_grain.h"
#include "file/schema.h"

#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <algorithm>
#include <cmath>

vtkStandardNewMacro(vtkGranumCoarseGrain);

namespace
{

using Numbers = std::vector<double>;

/** The grains of this rank. */
struct Grains
{
  Numbers Place, Velocity, Radius, Mass;
  Numbers Weight; // the part of a grain that no material point has; empty: all of it
  granum::GrainBody Body;

  std::size_t Count() const { return this->Radius.size(); }
  double Part(std::size_t i) const { return this->Weight.empty() ? 1.0 : this->Weight[i]; }
  double Volume(std::size_t i) const { return this->Part(i) * this->Body.Volume(this->Radius[i]); }
};

/** The mass of each grain by the density of its material, as a result of Granum has them;
 * none where the data do not tell. */
Numbers MassesByMaterial(vtkPolyData* data, const Grains& grains)
{
  const Numbers density =
    granum::NumbersIn(granum::Find(data->GetFieldData(), GM_NAME_MATERIAL_DENSITY, 1));
  vtkDataArray* column = granum::Find(data->GetPointData(), GM_NAME_MATERIAL, 1);
  if (density.empty() || !column)
  {
    return {};
  }
  const std::vector<std::int64_t> material = granum::IntegersIn(column);
  Numbers masses;
  for (std::size_t i = 0; i < grains.Count(); ++i)
  {
    if (material[i] < 0 || static_cast<std::size_t>(material[i]) >= density.size())
    {
      return {};
    }
    masses.push_back(grains.Part(i) * grains.Body.Mass(grains.Radius[i], density[material[i]]));
  }
  return masses;
}

std::string ReadGrains(vtkPolyData* data, double density, Grains& grains)
{
  const vtkIdType count = data->GetNumberOfPoints();
  if (count == 0)
  {
    return "";
  }
  vtkPointData* arrays = data->GetPointData();
  grains.Radius = granum::NumbersIn(granum::Find(arrays, GM_NAME_RADIUS, 1));
  if (grains.Radius.empty())
  {
    return "The grains have no point array '" GM_NAME_RADIUS "' of one number";
  }
  grains.Weight = granum::NumbersIn(granum::Find(arrays, GM_NAME_WEIGHT, 1));
  // Masses of a result are of this part already.
  grains.Mass = granum::NumbersIn(granum::Find(arrays, GM_NAME_MASS, 1));
  if (density > 0.0)
  {
    grains.Mass.clear();
    for (std::size_t i = 0; i < grains.Count(); ++i)
    {
      grains.Mass.push_back(grains.Part(i) * grains.Body.Mass(grains.Radius[i], density));
    }
  }
  if (grains.Mass.empty())
  {
    grains.Mass = MassesByMaterial(data, grains);
  }
  if (grains.Mass.empty())
  {
    return "The grains have no point array '" GM_NAME_MASS
           "', and the densities of their materials are not known; give Density";
  }
  grains.Velocity = granum::NumbersIn(granum::Find(arrays, GM_NAME_VELOCITY, 3));
  grains.Velocity.resize(3 * grains.Count(), 0.0);
  grains.Place.resize(3 * grains.Count());
  for (vtkIdType i = 0; i < count; ++i)
  {
    data->GetPoint(i, &grains.Place[3 * i]);
  }
  return "";
}

/** The smallest box around the grains of all ranks, and their largest radius. */
struct Around
{
  Numbers Low = Numbers(3, VTK_DOUBLE_MAX);
  Numbers High = Numbers(3, -VTK_DOUBLE_MAX);
  Numbers Radius = Numbers(1, 0.0);

  explicit Around(const Grains& grains)
  {
    for (std::size_t i = 0; i < grains.Count(); ++i)
    {
      this->Radius[0] = std::max(this->Radius[0], grains.Radius[i]);
      for (std::size_t c = 0; c < 3; ++c)
      {
        this->Low[c] = std::min(this->Low[c], grains.Place[3 * i + c]);
        this->High[c] = std::max(this->High[c], grains.Place[3 * i + c]);
      }
    }
    granum::MinOverRanks(this->Low);
    granum::MaxOverRanks(this->High);
    granum::MaxOverRanks(this->Radius);
  }
};

}

//----------------------------------------------------------------------------
vtkGranumCoarseGrain::vtkGranumCoarseGrain() { this->SetNumberOfInputPorts(2); }

//----------------------------------------------------------------------------
int vtkGranumCoarseGrain::FillInputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), port == 1 ? 1 : 0);
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumCoarseGrain::RequestInformation(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  for (const int nodes : this->Nodes)
  {
    if (nodes < 2)
    {
      vtkErrorMacro(<< "Nodes must be 2 or more along each axis, not " << nodes);
      return 0;
    }
  }
  vtkInformation* info = outputs->GetInformationObject(0);
  const bool flat = granum::WillBeFlat(inputs[0]->GetInformationObject(0));
  const int extent[6] = { 0, this->Nodes[0] - 1, 0, this->Nodes[1] - 1, 0,
    flat ? 0 : this->Nodes[2] - 1 };
  info->Set(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent, 6);
  info->Set(vtkAlgorithm::CAN_PRODUCE_SUB_EXTENT(), 1);
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumCoarseGrain::RequestData(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  Grains grains;
  granum::ContactRows contacts;
  vtkPolyData* input = vtkPolyData::GetData(inputs[0]);
  grains.Body = granum::BodyOverRanks(input->GetFieldData());
  std::string complaint = ReadGrains(input, this->Density, grains);
  vtkPolyData* given = granum::PolyDataAt(inputs, 1);
  if (given && complaint.empty())
  {
    complaint = granum::ReadContactRows(given, GM_NAME_FORCE, contacts);
    if (complaint.empty() && contacts.Count() > 0 && contacts.Vector.empty())
    {
      complaint = "The contacts have a cell array '" GM_NAME_FORCE
                  "' of one number; three are expected, the force on the first end";
    }
  }
  const bool flat = grains.Body.Flat;
  vtkInformation* info = outputs->GetInformationObject(0);
  int whole[6];
  info->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), whole);
  if (complaint.empty() && (whole[5] == 0) != flat)
  {
    complaint = "The grains turned out to be of two dimensions, or of three, after the grid had "
                "been chosen; connect a port of Granum Reader";
  }
  complaint = granum::FirstComplaint(complaint);
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    return 0;
  }

  const Around around(grains);
  const bool some = around.Low[0] <= around.High[0];
  const double reach = this->Reach > 0.0 ? this->Reach : 3.0 * around.Radius[0];
  granum::Grid grid;
  grid.Flat = flat;
  if (flat) // one layer around the plane z = 0, as thick as the grains
  {
    grid.Spacing[2] = grains.Body.Thickness;
  }
  for (int c = 0; c < (flat ? 2 : 3); ++c)
  {
    const double low = this->FitBox ? (some ? around.Low[c] - reach : 0.0) : this->Box[2 * c];
    const double high = this->FitBox ? (some ? around.High[c] + reach : 1.0) : this->Box[2 * c + 1];
    grid.Nodes[c] = this->Nodes[c];
    grid.Origin[c] = low;
    grid.Spacing[c] = (high - low) / (this->Nodes[c] - 1);
    if (!(grid.Spacing[c] > 0.0))
    {
      vtkErrorMacro(<< "Box is empty along axis " << c << ": from " << low << " to " << high
                    << "; its upper end must lie above its lower end");
      return 0;
    }
  }
  granum::CoarseGrain sums(grid, reach > 0.0 ? reach : grid.Spacing[0]);
  for (std::size_t i = 0; i < grains.Count(); ++i)
  {
    sums.AddGrain(&grains.Place[3 * i], &grains.Velocity[3 * i], grains.Mass[i], grains.Volume(i));
  }
  for (std::size_t k = 0; k < contacts.Count(); ++k)
  {
    if (contacts.Kind[k] == 2) // the load of one structure on another is in no grain
    {
      continue;
    }
    sums.AddContact(&contacts.EndA[3 * k], &contacts.EndB[3 * k], &contacts.Vector[3 * k]);
  }
  granum::SumOverRanks(sums.Sums);

  // Every rank has the whole grid and outputs the extent requested from it.
  vtkImageData* output = vtkImageData::GetData(outputs);
  int extent[6];
  info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_EXTENT(), extent);
  output->SetExtent(extent);
  output->SetOrigin(grid.Origin.data());
  output->SetSpacing(grid.Spacing.data());
  const vtkIdType count = output->GetNumberOfPoints();
  const auto density = granum::NewNumbers("density", "kg/m3", count);
  const auto fraction = granum::NewNumbers("solid_fraction", "1", count);
  const auto velocity = granum::NewNumbers(GM_NAME_VELOCITY, "m/s", count, 3);
  const auto contact = granum::NewNumbers("contact_stress", "Pa", count, 6);
  const auto kinetic = granum::NewNumbers("kinetic_stress", "Pa", count, 6);
  const auto stress = granum::NewNumbers("stress", "Pa", count, 6);
  const auto pressure = granum::NewNumbers("pressure", "Pa", count);
  vtkIdType row = 0;
  for (int z = extent[4]; z <= extent[5]; ++z)
  {
    for (int y = extent[2]; y <= extent[3]; ++y)
    {
      for (int x = extent[0]; x <= extent[1]; ++x, ++row)
      {
        const std::size_t node =
          (static_cast<std::size_t>(z) * grid.Nodes[1] + y) * grid.Nodes[0] + x;
        const granum::NodeFields at(&sums.Sums[granum::CoarseGrain::Columns * node]);
        density->SetValue(row, at.Density);
        fraction->SetValue(row, at.SolidFraction);
        velocity->SetTuple(row, at.Velocity);
        contact->SetTuple(row, at.Contact);
        kinetic->SetTuple(row, at.Kinetic);
        double both[6];
        std::transform(at.Contact, at.Contact + 6, at.Kinetic, both, std::plus<double>());
        stress->SetTuple(row, both);
        pressure->SetValue(row,
          flat ? (both[0] + both[1]) / 2.0 : (both[0] + both[1] + both[2]) / 3.0);
      }
    }
  }
  for (vtkDataArray* array : std::initializer_list<vtkDataArray*>{ density, fraction, velocity,
         contact, kinetic, stress, pressure })
  {
    output->GetPointData()->AddArray(array);
  }
  output->GetFieldData()->AddArray(granum::NumbersOf("reach", "m", { reach }));
  return 1;
}
