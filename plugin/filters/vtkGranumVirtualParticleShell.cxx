#include "vtkGranumVirtualParticleShell.h"

#include "analysis/stencil.h"
#include "arrays.h"
#include "points.h"
#include "ranks.h"
#include "surfaces.h"

#include "output/schema.h"

#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"

#include <cmath>

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
      return std::string("The sites have no point array '") + name +
        "' of one number, as the port Virtual Particles of Granum Reader gives it";
    }
  }
  sites.Distance = granum::NumbersIn(granum::Find(arrays, GM_NAME_DISTANCE, 1));
  sites.Spacing = granum::NumbersIn(granum::Find(arrays, GM_NAME_SPACING, 1));
  sites.Structure = granum::IntegersIn(granum::Find(arrays, GM_NAME_STRUCTURE_ID, 1));
  sites.Patch = granum::IntegersIn(granum::Find(arrays, GM_NAME_PATCH, 1));
  return "";
}

/** Centre of the grain with that id, on whatever rank it lies; empty if there is none. */
std::vector<double> CentreOf(vtkPolyData* grains, vtkIdType id)
{
  std::vector<double> centre;
  vtkDataArray* ids = grains ? granum::Find(grains->GetPointData(), GM_NAME_ID, 1) : nullptr;
  for (vtkIdType i = 0; ids && id >= 0 && i < grains->GetNumberOfPoints(); ++i)
  {
    if (static_cast<vtkIdType>(ids->GetComponent(i, 0)) == id)
    {
      centre.resize(3);
      grains->GetPoint(i, centre.data());
      break;
    }
  }
  granum::GatherOverRanks(centre);
  return centre;
}

}

//----------------------------------------------------------------------------
vtkGranumVirtualParticleShell::vtkGranumVirtualParticleShell()
{
  this->SetNumberOfInputPorts(3);
  this->SetNumberOfOutputPorts(2);
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
  const std::vector<double> centre = CentreOf(granum::PolyDataAt(inputs, 1), this->GrainId);
  const std::vector<double> rotations =
    granum::NumbersIn(granum::Find(data->GetFieldData(), GM_NAME_ROTATION, 9));
  const double unturned[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };

  std::vector<vtkIdType> kept, near;
  std::vector<double> away;
  std::vector<char> corner;
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
    if (chosen && !(this->Cut && before > 0.0) &&
      (!this->LimitDistance || (d >= this->DistanceRange[0] && d <= this->DistanceRange[1])))
    {
      kept.push_back(i);
    }
    if (chosen && !centre.empty())
    {
      const double far = std::hypot(x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]);
      if (far <= this->Reach * sites.Spacing[i])
      {
        const auto s = 9 * static_cast<std::size_t>(sites.Structure[i]);
        near.push_back(i);
        away.push_back(far);
        corner.push_back(granum::IsCorner(x, centre.data(), sites.Spacing[i],
          s + 8 < rotations.size() ? &rotations[s] : unturned));
      }
    }
  }

  vtkPolyData* shell = vtkPolyData::GetData(outputs, 0);
  granum::CopyPoints(data, kept, shell);
  vtkPolyData* structures = granum::PolyDataAt(inputs, 2);
  if (structures && structures->GetNumberOfPolys() == structures->GetNumberOfCells())
  {
    granum::Surfaces surfaces(structures);
    const auto error = granum::NewNumbers("error", "m", shell->GetNumberOfPoints());
    for (vtkIdType i = 0; i < shell->GetNumberOfPoints(); ++i)
    {
      double x[3], distance;
      shell->GetPoint(i, x);
      const vtkIdType k = kept[i];
      const bool found = surfaces.Nearest(sites.Structure[k], sites.Patch[k], x, distance) >= 0;
      error->SetValue(i, found ? std::abs(sites.Distance[k]) - distance : std::nan(""));
    }
    shell->GetPointData()->AddArray(error);
  }

  vtkPolyData* stencil = vtkPolyData::GetData(outputs, 1);
  granum::CopyPoints(data, near, stencil);
  const auto isCorner = granum::NewIntegers("stencil", stencil->GetNumberOfPoints());
  double corners = 0.0;
  for (vtkIdType i = 0; i < stencil->GetNumberOfPoints(); ++i)
  {
    isCorner->SetValue(i, corner[i] ? 1 : 0);
    corners += corner[i] ? 1.0 : 0.0;
  }
  stencil->GetPointData()->AddArray(granum::NumbersOf("away", "m", away));
  stencil->GetPointData()->AddArray(isCorner);
  if (!centre.empty())
  {
    vtkFieldData* fields = stencil->GetFieldData();
    fields->AddArray(granum::NumbersOf("grain_id", "1", { static_cast<double>(this->GrainId) }));
    fields->AddArray(granum::NumbersOf("grain_centre", "m", centre, 3));
    fields->AddArray(granum::NumbersOf("corners", "1", { corners }));
  }
  return 1;
}

//----------------------------------------------------------------------------
void vtkGranumVirtualParticleShell::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Structure: " << this->Structure << "\n";
  os << indent << "Patch: " << this->Patch << "\n";
  os << indent << "LimitDistance: " << this->LimitDistance << "\n";
  os << indent << "DistanceRange: " << this->DistanceRange[0] << " " << this->DistanceRange[1]
     << "\n";
  os << indent << "Cut: " << this->Cut << "\n";
  os << indent << "GrainId: " << this->GrainId << "\n";
  os << indent << "Reach: " << this->Reach << "\n";
}
