#include "vtkGranumDistanceField.h"

#include "arrays.h"
#include "field_samples.h"
#include "isolines.h"
#include "ranks.h"
#include "site_rows.h"
#include "surfaces.h"

#include "file/schema.h"

#include "vtkCellData.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <map>

vtkStandardNewMacro(vtkGranumDistanceField);

/** Sites by place and polygons by patch, until the input changes. */
struct vtkGranumDistanceField::LookUp
{
  const granum::SiteField& FieldOf(vtkPolyData* sites, std::int64_t structure)
  {
    if (this->SitesTime != sites->GetMTime())
    {
      this->Fields.clear();
      this->SitesTime = sites->GetMTime();
    }
    auto found = this->Fields.find(structure);
    if (found == this->Fields.end())
    {
      found = this->Fields.emplace(structure, granum::SitesOf(sites, structure)).first;
    }
    return found->second;
  }

  granum::Surfaces& SurfacesOf(vtkPolyData* structures)
  {
    if (!this->Polygons || this->PolygonsTime != structures->GetMTime())
    {
      this->Polygons = std::make_unique<granum::Surfaces>(structures);
      this->PolygonsTime = structures->GetMTime();
    }
    return *this->Polygons;
  }

private:
  vtkMTimeType SitesTime = 0, PolygonsTime = 0;
  std::map<std::int64_t, granum::SiteField> Fields;
  std::unique_ptr<granum::Surfaces> Polygons;
};

namespace
{

constexpr double MostIsolines = 1000;
constexpr double PlaneShare = 0.25, BoxShare = 0.5; // of the spacing of the sites
// As in the solver: meshes/mesh.c, body/mesh_collider.c, query_batch.h, flag.c.
constexpr double Overlap = 0.07, Gentle = 0.01, Exponent = 1.5, Jump = 0.1, Margin = 0.6;

/** Adds the sampled arrays to the points of the field. */
void AddArrays(const granum::FieldSamples& samples, const std::vector<std::size_t>& rows,
  const granum::BodyFrame& frame, bool compared, vtkUnstructuredGrid* field)
{
  const auto n = static_cast<vtkIdType>(rows.size());
  const auto distance = granum::NewNumbers(GM_NAME_DISTANCE, "m", n);
  const auto gradient = granum::NewNumbers("gradient", "1", n, 3);
  const auto length = granum::NewNumbers("gradient_length", "1", n);
  const auto error = granum::NewNumbers("error", "m", n);
  const auto sites = granum::NewIntegers("sites", n);
  const auto patch = granum::NewIntegers(GM_NAME_PATCH, n);
  const auto answered = granum::NewIntegers("answered", n);
  for (vtkIdType i = 0; i < n; ++i)
  {
    const std::size_t row = rows[i];
    const granum::SiteAnswer& answer = samples.Answer[row];
    const granum::Vector g = frame.TurnToWorld(answer.Gradient);
    distance->SetValue(i, answer.Distance);
    gradient->SetTuple(i, g.data());
    length->SetValue(i, std::sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]));
    error->SetValue(i, samples.Error[row]);
    sites->SetValue(i, answer.Sites);
    patch->SetValue(i, static_cast<int>(answer.Patch));
    answered->SetValue(i, samples.Answered[row]);
  }
  for (vtkDataArray* array :
    std::initializer_list<vtkDataArray*>{ distance, gradient, length, sites, patch, answered })
  {
    field->GetPointData()->AddArray(array);
  }
  if (compared)
  {
    field->GetPointData()->AddArray(error);
  }
}

/** Copies a data set to the output.  A shallow copy, or the output of a filter used in here,
 * would carry piece numbers, and on several ranks the pipeline would request it again. */
void HandOn(vtkDataSet* made, vtkDataSet* output)
{
  output->CopyStructure(made);
  output->GetPointData()->ShallowCopy(made->GetPointData());
  output->GetCellData()->ShallowCopy(made->GetCellData());
}

/** The limits of the narrow band, where virtual particles end. */
void AddLimits(const granum::SampleGrid& grid, const granum::FieldSamples& samples,
  const granum::BodyFrame& frame, const std::array<double, 2>& band, vtkPolyData* lines)
{
  std::vector<char> some(grid.Size());
  std::transform(samples.Answer.begin(), samples.Answer.end(), some.begin(),
    [](const granum::SiteAnswer& answer) { return !std::isnan(answer.Continued); });
  vtkNew<vtkUnstructuredGrid> cells;
  const std::vector<std::size_t> rows = granum::CopyCells(grid, frame, some, false, cells);
  const auto continued = granum::NewNumbers("continued", "m", static_cast<vtkIdType>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
  {
    continued->SetValue(static_cast<vtkIdType>(i), samples.Answer[rows[i]].Continued);
  }
  granum::AddIsolines(cells, continued,
    { { band[0], granum::Level::BAND }, { band[1], granum::Level::BAND } }, lines);
}

}

//----------------------------------------------------------------------------
vtkGranumDistanceField::vtkGranumDistanceField()
  : Known(new LookUp)
{
  this->SetNumberOfInputPorts(3);
  this->SetNumberOfOutputPorts(2);
}

//----------------------------------------------------------------------------
vtkGranumDistanceField::~vtkGranumDistanceField() = default;

//----------------------------------------------------------------------------
int vtkGranumDistanceField::FillInputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), port > 0 ? 1 : 0);
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumDistanceField::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 0 ? "vtkUnstructuredGrid" : "vtkPolyData");
  return 1;
}

//----------------------------------------------------------------------------
granum::SampleGrid vtkGranumDistanceField::GridOver(const granum::SiteField& field,
  const granum::BodyFrame& frame) const
{
  granum::Vector low = field.Low(), high = field.High(), origin;
  for (int c = 0; c < 3; ++c)
  {
    origin[c] = 0.5 * (low[c] + high[c]);
    low[c] -= field.Spacing(); // so that the limits of the band are closed lines
    high[c] += field.Spacing();
  }
  const bool plane = this->Sampling == PLANE;
  const double step =
    this->Spacing > 0.0 ? this->Spacing : (plane ? PlaneShare : BoxShare) * field.Spacing();
  const auto most = static_cast<double>(this->MaximumPoints);
  if (!plane)
  {
    return granum::BoxGrid(low, high, step, most);
  }
  const bool world = this->Frame == WORLD;
  if (!this->Centred)
  {
    origin = world ? frame.PointToBody(this->Origin)
                   : granum::Vector{ this->Origin[0], this->Origin[1], this->Origin[2] };
  }
  const granum::Vector normal = world
    ? frame.TurnToBody(this->Normal)
    : granum::Vector{ this->Normal[0], this->Normal[1], this->Normal[2] };
  return granum::PlaneGrid(low, high, origin, normal, step, most);
}

//----------------------------------------------------------------------------
int vtkGranumDistanceField::RequestData(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  vtkPolyData* data = vtkPolyData::GetData(inputs[0]);
  const std::string complaint = granum::FirstComplaint(granum::WhatSitesLack(data));
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    return 0;
  }
  const std::array<double, 2> radii =
    granum::RadiiOf(granum::PolyDataAt(inputs, 2), data->GetFieldData());
  const double radius = this->Radius > 0.0 ? this->Radius : radii[0];

  const std::int64_t structure = this->Structure >= 0 ? this->Structure : granum::FirstOf(data);
  if (structure < 0)
  {
    return 1; // no sites: nothing is known
  }
  const granum::BodyFrame frame = granum::FrameOf(data->GetFieldData(), structure);
  const granum::SiteField& field = this->Known->FieldOf(data, structure);
  if (!field.IsCubic())
  {
    vtkErrorMacro(<< "The virtual particles of structure " << structure
                  << " do not lie on a simple cubic lattice of their spacing; only there the "
                     "corners of a cell give a distance");
    return 0;
  }
  const std::array<double, 2> band = field.Band(this->Patch);
  if (!(band[0] <= band[1]))
  {
    return 1; // this structure, or this patch of it, has no sites
  }
  const double interval = this->Interval > 0.0 ? this->Interval : field.Spacing();
  if ((band[1] - band[0]) / interval > MostIsolines)
  {
    vtkErrorMacro(<< "Interval is " << interval << " m, that is more than " << MostIsolines
                  << " isolines in a band of " << band[1] - band[0] << " m");
    return 0;
  }

  const granum::SampleGrid grid = this->GridOver(field, frame);
  granum::FieldSamples samples(field, grid, this->Patch);
  vtkPolyData* structures = this->Error ? granum::PolyDataAt(inputs, 1) : nullptr;
  if (structures && structures->GetNumberOfPolys() == structures->GetNumberOfCells())
  {
    const granum::AnswerRules rules = { { (1.0 - Overlap) * radius,
                                          std::max(radius, radii[1]) + Jump * field.Spacing() },
      Margin * this->Tolerance * Gentle * radius / Exponent, this->Whole };
    samples.Compare(this->Known->SurfacesOf(structures), structure, grid, frame, field.Spacing(),
      rules);
  }

  vtkUnstructuredGrid* output = vtkUnstructuredGrid::GetData(outputs, 0);
  std::vector<char> keep(grid.Size());
  std::transform(samples.Answer.begin(), samples.Answer.end(), keep.begin(),
    [](const granum::SiteAnswer& answer) { return answer.Sites == 8; });
  vtkNew<vtkUnstructuredGrid> served;
  const std::vector<std::size_t> rows = granum::CopyCells(grid, frame, keep, false, served);
  AddArrays(samples, rows, frame, structures, served);
  if (this->Whole)
  {
    AddArrays(samples, granum::CopyCells(grid, frame, keep, true, output), frame, structures,
      output);
  }
  else
  {
    HandOn(served, output);
  }
  vtkFieldData* fields = output->GetFieldData();
  fields->AddArray(granum::NumbersOf(GM_NAME_SPACING, "m", { field.Spacing() }));
  fields->AddArray(granum::NumbersOf(GM_NAME_RADIUS, "m", { radius }));
  fields->AddArray(granum::NumbersOf("band", "m", { band[0], band[1] }, 2));

  vtkNew<vtkPolyData> lines;
  granum::AddIsolines(served, served->GetPointData()->GetArray(GM_NAME_DISTANCE),
    granum::LevelsBetween(band[0], band[1], interval, radius), lines);
  AddLimits(grid, samples, frame, band, lines);
  vtkPolyData* isolines = vtkPolyData::GetData(outputs, 1);
  HandOn(lines, isolines);
  isolines->GetFieldData()->PassData(fields);
  return 1;
}

//----------------------------------------------------------------------------
void vtkGranumDistanceField::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Structure: " << this->Structure << "\n";
  os << indent << "Patch: " << this->Patch << "\n";
  os << indent << "Sampling: " << this->Sampling << "\n";
  os << indent << "Centred: " << this->Centred << "\n";
  os << indent << "Frame: " << this->Frame << "\n";
  os << indent << "Spacing: " << this->Spacing << "\n";
  os << indent << "MaximumPoints: " << this->MaximumPoints << "\n";
  os << indent << "Whole: " << this->Whole << "\n";
  os << indent << "Radius: " << this->Radius << "\n";
  os << indent << "Interval: " << this->Interval << "\n";
  os << indent << "Error: " << this->Error << "\n";
  os << indent << "Tolerance: " << this->Tolerance << "\n";
}
