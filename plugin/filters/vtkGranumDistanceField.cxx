#include "vtkGranumDistanceField.h"

#include "arrays.h"
#include "ranks.h"
#include "surfaces.h"

#include "analysis/site_field.h"
#include "file/schema.h"

#include "vtkAppendPolyData.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkContourFilter.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkSMPTools.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

vtkStandardNewMacro(vtkGranumDistanceField);

namespace granum
{

namespace
{

// Lines, or surfaces, on which a distance has a value.

/** One level: the distance Value (m) and its meaning. */
struct Level
{
  enum Meanings
  {
    EVERY, /**< multiple of the interval              */
    TOUCHING, /**< centres of grains in contact          */
    BAND /**< smallest or largest distance of sites */
  };
  double Value;
  int Meaning;
};

constexpr double Alike = 1e-6; // intervals

/** Multiples of `interval` (m, > 0) from low to high in rising order, then `radius` (m) if it
 * is above 0; it replaces a multiple that is equal to it but for round-off. */
std::vector<Level> LevelsBetween(double low, double high, double interval, double radius)
{
  std::vector<Level> levels;
  for (double k = std::ceil(low / interval); k * interval <= high; k += 1.0)
  {
    if (!(radius > 0.0) || std::abs(k * interval - radius) > Alike * interval)
    {
      levels.push_back({ k * interval, Level::EVERY });
    }
  }
  if (radius > 0.0)
  {
    levels.push_back({ radius, Level::TOUCHING });
  }
  return levels;
}

/** Adds to `lines` the level sets of a point array of cells: lines in faces, triangles in
 * bodies, with the point array distance (m) and the cell array isoline (1: a Meaning).
 * `lines` must not be the output of a filter, which carries piece numbers. */
void AddIsolines(vtkUnstructuredGrid* cells, vtkDataArray* distance,
  const std::vector<Level>& levels, vtkPolyData* lines)
{
  vtkNew<vtkUnstructuredGrid> bare;
  bare->CopyStructure(cells);
  bare->GetPointData()->SetScalars(distance);
  vtkNew<vtkAppendPolyData> all;
  all->AddInputData(lines);
  for (const Level& level : levels)
  {
    vtkNew<vtkContourFilter> contour;
    contour->SetInputData(bare);
    contour->SetValue(0, level.Value);
    contour->ComputeNormalsOff();
    contour->ComputeScalarsOff();
    contour->SetOutputPointsPrecision(vtkAlgorithm::DOUBLE_PRECISION);
    contour->Update();
    vtkPolyData* found = contour->GetOutput();
    if (found->GetNumberOfCells() == 0)
    {
      continue; // appended, it would take the arrays of the others away
    }
    const auto value = NewNumbers(GM_NAME_DISTANCE, "m", found->GetNumberOfPoints());
    value->Fill(level.Value);
    const auto meaning = NewIntegers("isoline", found->GetNumberOfCells());
    meaning->Fill(level.Meaning);
    found->GetPointData()->Initialize();
    found->GetPointData()->AddArray(value);
    found->GetCellData()->Initialize();
    found->GetCellData()->AddArray(meaning);
    all->AddInputData(found);
  }
  all->SetOutputPointsPrecision(vtkAlgorithm::DOUBLE_PRECISION);
  all->Update();
  lines->ShallowCopy(all->GetOutput());
  if (vtkDataArray* value = lines->GetPointData()->GetArray(GM_NAME_DISTANCE))
  {
    SetUnit(value, "m"); // a unit does not survive appending
  }
}

// Virtual particles ("sites") as numbers, and the pose of their structure.  Any poly data of
// points will do.

/** Returns "" if the points have all arrays that SitesOf reads, or a message that names the
 * missing one.  Without points no array is needed. */
std::string WhatSitesLack(vtkPolyData* data)
{
  const std::pair<const char*, int> columns[] = { { GM_NAME_DISTANCE, 1 }, { GM_NAME_NORMAL, 3 },
    { GM_NAME_SPACING, 1 }, { GM_NAME_STRUCTURE_ID, 1 }, { GM_NAME_PATCH, 1 } };
  for (const auto& [name, components] : columns)
  {
    if (data->GetNumberOfPoints() > 0 && !Find(data->GetPointData(), name, components))
    {
      return std::string("The virtual particles have no point array '") + name + "' of " +
        (components > 1 ? "three numbers" : "one number") +
        ", as the port Virtual Particles of Granum Reader gives it";
    }
  }
  return "";
}

/** The first structure that has sites; -1: there are none. */
std::int64_t FirstOf(vtkPolyData* data)
{
  if (data->GetNumberOfPoints() == 0)
  {
    return -1;
  }
  double range[2];
  Find(data->GetPointData(), GM_NAME_STRUCTURE_ID, 1)->GetRange(range, 0);
  return std::llround(range[0]);
}

/** The frame of a structure; the world frame if the data have no poses. */
BodyFrame FrameOf(vtkFieldData* fields, std::int64_t structure)
{
  BodyFrame frame;
  vtkDataArray* position = Find(fields, GM_NAME_POSITION, 3);
  vtkDataArray* rotation = Find(fields, GM_NAME_ROTATION, 9);
  if (position && structure < position->GetNumberOfTuples())
  {
    position->GetTuple(structure, frame.Position.data());
  }
  if (rotation && structure < rotation->GetNumberOfTuples())
  {
    rotation->GetTuple(structure, frame.Rotation.data());
  }
  return frame;
}

/** The sites of a structure. */
StructureSites SitesOf(vtkPolyData* data, std::int64_t structure)
{
  StructureSites sites;
  sites.Frame = FrameOf(data->GetFieldData(), structure);
  vtkPointData* arrays = data->GetPointData();
  vtkDataArray* owner = Find(arrays, GM_NAME_STRUCTURE_ID, 1);
  vtkDataArray* distance = Find(arrays, GM_NAME_DISTANCE, 1);
  vtkDataArray* normal = Find(arrays, GM_NAME_NORMAL, 3);
  vtkDataArray* patch = Find(arrays, GM_NAME_PATCH, 1);
  vtkDataArray* spacing = Find(arrays, GM_NAME_SPACING, 1);
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    if (std::llround(owner->GetComponent(i, 0)) != structure)
    {
      continue;
    }
    double x[3], n[3];
    data->GetPoint(i, x);
    normal->GetTuple(i, n);
    sites.Place.insert(sites.Place.end(), x, x + 3);
    sites.Normal.insert(sites.Normal.end(), n, n + 3);
    sites.Distance.push_back(distance->GetComponent(i, 0));
    sites.Patch.push_back(std::llround(patch->GetComponent(i, 0)));
    sites.Spacing = spacing->GetComponent(i, 0);
  }
  return sites;
}

/** Smallest and largest radius (m) of the grains of all ranks; else of a field array radius;
 * else 0.  Collective. */
std::array<double, 2> RadiiOf(vtkPolyData* grains, vtkFieldData* fields)
{
  std::vector<double> radius;
  if (grains)
  {
    radius = NumbersIn(Find(grains->GetPointData(), GM_NAME_RADIUS, 1));
  }
  const std::vector<double> told = NumbersIn(Find(fields, GM_NAME_RADIUS, 1));
  std::vector<double> low(2, HUGE_VAL), high(2, 0.0);
  for (int from = 0; from < 2; ++from)
  {
    for (const double r : from == 0 ? radius : told)
    {
      low[from] = std::min(low[from], r);
      high[from] = std::max(high[from], r);
    }
  }
  MinOverRanks(low);
  MaxOverRanks(high);
  const int from = high[0] > 0.0 ? 0 : 1;
  return { high[from] > 0.0 ? low[from] : 0.0, high[from] };
}

// Distances of points from the sites and polygons of a structure.  All points at once, on the
// threads of VTK.

/** Conditions under which triangles replace sites, as in the solver. */
struct AnswerRules
{
  double Near[2]; /**< m  distances of grain centres in contact: there the error counts     */
  double Allowed; /**< m  error above which triangles are used in a cell                    */
  bool Missing; /**<    search polygons where sites are missing, too                        */
};

struct FieldSamples
{
  enum Answers // of the schema: source, answered
  {
    NOBODY = -1,
    SITES = 1,
    ERR = 2,
    MISSING = 3
  };

  std::vector<SiteAnswer> Answer; /**< [n]                                         */
  std::vector<double> Error; /**< [n] m  NaN where sites or polygons are missing  */
  std::vector<int> Answered; /**< [n]    an Answers                               */

  /** Evaluates the sites of a patch (-1: the nearest patch) at the points of a grid in the
   * body frame. */
  FieldSamples(const SiteField& field, const SampleGrid& grid, std::int64_t patch);

  /** Compares them with the polygons of the structure, which are in the world; `spacing` is
   * that of the sites, m. */
  void Compare(Surfaces& surfaces, std::int64_t structure, const SampleGrid& grid,
    const BodyFrame& frame, double spacing, const AnswerRules& rules);

  bool HasDistance(std::size_t row) const { return this->Answer[row].Sites == 8; }
};

constexpr double Kink = 0.98; // a shorter gradient is one: solver/body/mesh_collider.c

double GradientLength(const Vector& v)
{
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

FieldSamples::FieldSamples(const SiteField& field, const SampleGrid& grid, std::int64_t patch)
  : Answer(grid.Size())
  , Error(grid.Size(), std::nan(""))
  , Answered(grid.Size(), NOBODY)
{
  vtkSMPTools::For(0, static_cast<vtkIdType>(grid.Size()),
    [&](vtkIdType begin, vtkIdType end)
    {
      for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row)
      {
        const SiteAnswer answer = field.Ask(grid.Point(row), patch);
        this->Answer[row] = answer;
        if (answer.Sites == 8)
        {
          this->Answered[row] = GradientLength(answer.Gradient) < Kink ? ERR : SITES;
        }
      }
    });
}

void FieldSamples::Compare(Surfaces& surfaces, std::int64_t structure, const SampleGrid& grid,
  const BodyFrame& frame, double spacing, const AnswerRules& rules)
{
  for (auto& [whose, part] : surfaces.Parts)
  {
    if (whose.first == structure)
    {
      part.Build(surfaces.All); // here: not by several threads
    }
  }
  std::vector<char> errs(grid.Size(), 0);
  vtkSMPTools::For(0, static_cast<vtkIdType>(grid.Size()),
    [&](vtkIdType begin, vtkIdType end)
    {
      for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row)
      {
        const SiteAnswer& answer = this->Answer[row];
        const Vector x = frame.PointToWorld(grid.Point(row));
        if (!this->HasDistance(row))
        {
          const bool near = rules.Missing &&
            !std::isnan(surfaces.DistanceWithin(structure, -1, x.data(), rules.Near[1]));
          this->Answered[row] = near ? MISSING : NOBODY;
          continue;
        }
        // If the error exceeds half a spacing, search the polygons without a limit of distance.
        double distance = surfaces.DistanceWithin(structure, answer.Patch, x.data(),
          std::abs(answer.Distance) + 0.5 * spacing);
        if (std::isnan(distance) &&
          surfaces.Nearest(structure, answer.Patch, x.data(), distance) < 0)
        {
          continue;
        }
        const double error = std::abs(answer.Distance) - distance;
        this->Error[row] = error;
        errs[row] =
          distance >= rules.Near[0] && distance <= rules.Near[1] && std::abs(error) > rules.Allowed;
      }
    });
  // The decision between sites and triangles is made for a whole cell of a patch.
  std::size_t cells = 0;
  for (const SiteAnswer& answer : this->Answer)
  {
    cells = std::max(cells, answer.Cell + 1);
  }
  std::vector<char> bad(cells, 0);
  for (std::size_t row = 0; row < errs.size(); ++row)
  {
    bad[this->Answer[row].Cell] |= errs[row];
  }
  for (std::size_t row = 0; row < errs.size(); ++row)
  {
    if (this->HasDistance(row) && bad[this->Answer[row].Cell])
    {
      this->Answered[row] = ERR;
    }
  }
}

/** Makes `cells` those cells of the grid, in the world, whose corners are all kept, and
 * their points; the rows of these in the grid.  With `whole` all points and cells. */
std::vector<std::size_t> CopyCells(const SampleGrid& grid, const BodyFrame& frame,
  const std::vector<char>& keep, bool whole, vtkUnstructuredGrid* cells)
{
  const std::size_t nx = grid.Count[0], ny = grid.Count[1], nz = grid.Count[2];
  const bool solid = nz > 1;
  const int corners = solid ? 8 : 4;
  const std::size_t around[8] = { 0, 1, 1 + nx, nx, nx * ny, nx * ny + 1, nx * ny + 1 + nx,
    nx * ny + nx };
  std::vector<vtkIdType> place(grid.Size(), -1);
  std::vector<std::size_t> rows;
  vtkNew<vtkCellArray> made;
  const auto point = [&](std::size_t row)
  {
    if (place[row] < 0)
    {
      place[row] = static_cast<vtkIdType>(rows.size());
      rows.push_back(row);
    }
    return place[row];
  };
  for (std::size_t row = 0; whole && row < grid.Size(); ++row)
  {
    point(row);
  }
  for (std::size_t k = 0; k + 1 < std::max<std::size_t>(nz, 2); ++k)
  {
    for (std::size_t j = 0; j + 1 < ny; ++j)
    {
      for (std::size_t i = 0; i + 1 < nx; ++i)
      {
        const std::size_t first = (k * ny + j) * nx + i;
        if (!whole &&
          !std::all_of(around, around + corners, [&](std::size_t c) { return keep[first + c]; }))
        {
          continue;
        }
        vtkIdType ids[8];
        for (int c = 0; c < corners; ++c)
        {
          ids[c] = point(first + around[c]);
        }
        made->InsertNextCell(corners, ids);
      }
    }
  }
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(static_cast<vtkIdType>(rows.size()));
  for (std::size_t p = 0; p < rows.size(); ++p)
  {
    points->SetPoint(static_cast<vtkIdType>(p), frame.PointToWorld(grid.Point(rows[p])).data());
  }
  cells->SetPoints(points);
  cells->SetCells(solid ? VTK_HEXAHEDRON : VTK_QUAD, made);
  return rows;
}

}

}

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
