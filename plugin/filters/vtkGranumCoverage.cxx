#include "vtkGranumCoverage.h"

#include "arrays.h"
#include "lacking.h"
#include "ranks.h"
#include "surfaces.h"

#include "analysis/coverage_sentence.h"
#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkInformation.h"
#include "vtkInformationDoubleVectorKey.h"
#include "vtkInformationVector.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkType.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

vtkStandardNewMacro(vtkGranumCoverage);

namespace granum
{

namespace
{

// Numbers of the coverage: of the audit, and of the history.  Every call is collective: what only
// the first rank has, every rank gets.

constexpr double SameTime = 1e-9; // relative: times of frames and rows are sums of steps

std::vector<std::int64_t> AllOf(vtkFieldData* fields, const char* name)
{
  std::vector<std::int64_t> numbers = IntegersIn(Find(fields, name, 1));
  GatherOverRanks(numbers);
  return numbers;
}

std::int64_t NumberAt(const std::vector<std::int64_t>& numbers, std::int64_t row,
  std::int64_t otherwise)
{
  const auto i = static_cast<std::size_t>(row);
  return row >= 0 && i < numbers.size() ? numbers[i] : otherwise;
}

/** Entry of a list of texts that the first rank has, on every rank; "" if there is none. */
std::string TextOf(vtkFieldData* fields, const char* name, std::int64_t row)
{
  auto* texts = vtkStringArray::SafeDownCast(fields->GetAbstractArray(name));
  const bool here = Rank() == 0 && texts && row >= 0 && row < texts->GetNumberOfValues();
  return FirstComplaint(here ? std::string(texts->GetValue(row)) : "");
}

/** Name of a structure; "structure 3" where the surfaces do not have it. */
std::string StructureName(vtkPolyData* surfaces, std::int64_t structure)
{
  const std::string name = TextOf(surfaces->GetFieldData(), GM_NAME_STRUCTURES, structure);
  return name.empty() ? "structure " + std::to_string(structure) : name;
}

/** The structures in the keys of `grains`, whose values are the grains with an incomplete
 * stencil, with the sums of the audit in the field arrays of the surfaces. */
std::vector<CoveredStructure> CoveredIn(vtkPolyData* surfaces,
  const std::map<std::int64_t, std::int64_t>& grains)
{
  vtkFieldData* fields = surfaces->GetFieldData();
  const auto queries = AllOf(fields, GM_PREFIX_AUDITED GM_NAME_QUERIES);
  const auto missing = AllOf(fields, GM_PREFIX_AUDITED GM_NAME_MISSING);
  const auto owner = AllOf(surfaces->GetCellData(), GM_NAME_STRUCTURE_ID);
  const auto source = AllOf(surfaces->GetCellData(), GM_NAME_AUDIT_ANSWERED);
  std::vector<CoveredStructure> covered;
  for (const auto& [structure, count] : grains)
  {
    CoveredStructure one;
    one.Name = StructureName(surfaces, structure);
    one.Queries = NumberAt(queries, structure, -1);
    one.Missing = NumberAt(missing, structure, 0);
    one.Grains = count;
    one.Remedy = TextOf(fields, GM_PREFIX_AUDITED GM_NAME_REMEDY, structure);
    one.Audited = !source.empty();
    for (std::size_t c = 0; c < owner.size(); ++c)
    {
      one.Triangles += owner[c] == structure ? 1 : 0;
      one.Worst +=
        owner[c] == structure && c < source.size() && source[c] >= GM_ANSWERED_MISSING ? 1 : 0;
    }
    covered.push_back(one);
  }
  return covered;
}

/** The frames, of those at these rising times, before which coverage was lost, and the number
 * of events since the frame before: pairs of time, s, and events. */
std::vector<double> LostAt(vtkTable* history, const std::vector<double>& times)
{
  std::vector<double> lost;
  vtkDataArray* at = history ? Find(history->GetRowData(), GM_NAME_TIME, 1) : nullptr;
  vtkDataArray* sum = history ? Find(history->GetRowData(), GM_NAME_COVERAGE_LOST, 1) : nullptr;
  vtkIdType row = 0;
  double before = 0.0;
  for (std::size_t f = 0; at && sum && f < times.size(); ++f)
  {
    double now = before;
    for (; row < at->GetNumberOfTuples() && at->GetComponent(row, 0) <= times[f] * (1.0 + SameTime);
         ++row)
    {
      now = sum->GetComponent(row, 0);
    }
    if (now > before)
    {
      lost.insert(lost.end(), { times[f], now - before });
    }
    before = now;
  }
  GatherOverRanks(lost);
  return lost;
}

/** The sums of the last row of a history that is not later; none without a history. */
CoverageEvents EventsUntil(vtkTable* history, double time)
{
  std::vector<std::int64_t> sums;
  vtkDataArray* times = history ? Find(history->GetRowData(), GM_NAME_TIME, 1) : nullptr;
  if (times)
  {
    vtkIdType row = -1;
    for (vtkIdType i = 0; i < times->GetNumberOfTuples(); ++i)
    {
      row = times->GetComponent(i, 0) <= time * (1.0 + SameTime) ? i : row;
    }
    for (const char* name : { GM_NAME_COVERAGE_LOST, GM_NAME_ASKED_SITES, GM_NAME_ASKED_TRIANGLES })
    {
      vtkDataArray* of = Find(history->GetRowData(), name, 1);
      sums.push_back(of && row >= 0 ? static_cast<std::int64_t>(of->GetComponent(row, 0)) : -1);
    }
  }
  GatherOverRanks(sums);
  return sums.size() < 3 ? CoverageEvents() : CoverageEvents{ sums[0], sums[1], sums[2] };
}

/** Time of the frame, s; infinite for data without a time. */
double FrameTime(vtkDataObject* data)
{
  vtkInformation* info = data->GetInformation();
  return info->Has(vtkDataObject::DATA_TIME_STEP()) ? info->Get(vtkDataObject::DATA_TIME_STEP())
                                                    : std::numeric_limits<double>::infinity();
}

// Edges of meshes that belong to one triangle only.

struct OpenEdge
{
  std::int64_t Structure;
  vtkIdType From, To; /**< points of the surfaces */
};

constexpr std::size_t MeshNumbers = 5; // structure, number of edges, place of the first

auto KeyOf(const OpenEdge& e)
{
  return std::make_tuple(e.Structure, std::min(e.From, e.To), std::max(e.From, e.To));
}

/** What the findings say of the sides: the first line ends with "grains on both sides", "grains
 * outside" or "grains inside" of the closed parts, and a line counts triangles of open parts. */
OpenMesh::Sides SidesIn(const std::string& findings)
{
  const std::string line = findings.substr(0, findings.find('\n'));
  if (line.find("grains on both sides") != std::string::npos)
  {
    return OpenMesh::Both;
  }
  if (findings.find(" of open parts: sheets, ") != std::string::npos)
  {
    return OpenMesh::Parts;
  }
  return line.find("grains ") != std::string::npos ? OpenMesh::One : OpenMesh::Unknown;
}

/** The structures of the surfaces that are meshes: those with a text in the field array
 * mesh_report; of a result without it, those with virtual particles.  The surfaces of
 * primitives have edges too, but those are only where their drawing ends. */
std::set<std::int64_t> MeshStructures(vtkPolyData* surfaces, const std::set<std::int64_t>& carried)
{
  auto* texts =
    vtkStringArray::SafeDownCast(surfaces->GetFieldData()->GetAbstractArray(GM_NAME_MESH_REPORT));
  std::set<std::int64_t> meshes;
  for (vtkIdType s = 0; texts && s < texts->GetNumberOfValues(); ++s)
  {
    if (!texts->GetValue(s).empty())
    {
      meshes.insert(s);
    }
  }
  return meshes.empty() ? carried : meshes;
}

/** The edges of these structures that belong to one polygon only, by structure. */
std::vector<OpenEdge> OpenEdges(vtkPolyData* surfaces, const std::set<std::int64_t>& meshes)
{
  const auto owner = IntegersIn(Find(surfaces->GetCellData(), GM_NAME_STRUCTURE_ID, 1));
  std::vector<OpenEdge> edges;
  vtkNew<vtkIdList> corners;
  for (std::size_t c = 0; c < owner.size(); ++c)
  {
    if (!meshes.count(owner[c]))
    {
      continue;
    }
    surfaces->GetPolys()->GetCellAtId(static_cast<vtkIdType>(c), corners);
    const vtkIdType n = corners->GetNumberOfIds();
    for (vtkIdType i = 0; i < n; ++i)
    {
      edges.push_back({ owner[c], corners->GetId(i), corners->GetId((i + 1) % n) });
    }
  }
  std::sort(edges.begin(), edges.end(),
    [](const OpenEdge& a, const OpenEdge& b) { return KeyOf(a) < KeyOf(b); });
  std::vector<OpenEdge> open;
  for (std::size_t first = 0, next = 0; first < edges.size(); first = next)
  {
    while (next < edges.size() && KeyOf(edges[next]) == KeyOf(edges[first]))
    {
      ++next;
    }
    if (next == first + 1 && edges[first].From != edges[first].To)
    {
      open.push_back(edges[first]);
    }
  }
  return open;
}

/** Makes `lines` one line for each edge, with the cell array structure_id. */
void DrawOpenEdges(vtkPolyData* surfaces, const std::vector<OpenEdge>& edges, vtkPolyData* lines)
{
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_DOUBLE);
  vtkNew<vtkCellArray> cells;
  const auto structure = NewIntegers(GM_NAME_STRUCTURE_ID, static_cast<vtkIdType>(edges.size()));
  std::map<vtkIdType, vtkIdType> placed;
  for (std::size_t k = 0; k < edges.size(); ++k)
  {
    vtkIdType ends[2] = { edges[k].From, edges[k].To };
    for (vtkIdType& end : ends)
    {
      const auto entry = placed.try_emplace(end, points->GetNumberOfPoints());
      if (entry.second)
      {
        points->InsertNextPoint(surfaces->GetPoint(end));
      }
      end = entry.first->second;
    }
    cells->InsertNextCell(2, ends);
    structure->SetValue(static_cast<vtkIdType>(k), static_cast<int>(edges[k].Structure));
  }
  lines->SetPoints(points);
  lines->SetLines(cells);
  lines->GetCellData()->AddArray(structure);
}

/** The structures with such edges, their number, and where the first one is.  Collective. */
std::vector<OpenMesh> OpenMeshes(vtkPolyData* surfaces, const std::vector<OpenEdge>& edges)
{
  std::vector<double> rows;
  for (const OpenEdge& edge : edges)
  {
    const auto s = static_cast<double>(edge.Structure);
    if (rows.empty() || rows[rows.size() - MeshNumbers] != s)
    {
      double a[3], b[3];
      surfaces->GetPoint(edge.From, a);
      surfaces->GetPoint(edge.To, b);
      rows.insert(rows.end(),
        { s, 0.0, 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2]) });
    }
    rows[rows.size() - MeshNumbers + 1] += 1.0;
  }
  GatherOverRanks(rows);
  std::vector<OpenMesh> meshes;
  for (std::size_t k = 0; k < rows.size(); k += MeshNumbers)
  {
    const auto s = static_cast<std::int64_t>(rows[k]);
    OpenMesh mesh;
    mesh.Name = StructureName(surfaces, s);
    mesh.Edges = static_cast<std::int64_t>(rows[k + 1]);
    std::copy(&rows[k + 2], &rows[k + 2] + 3, mesh.First);
    mesh.Grains = SidesIn(TextOf(surfaces->GetFieldData(), GM_NAME_MESH_REPORT, s));
    meshes.push_back(mesh);
  }
  return meshes;
}

}

}

namespace
{

std::string WhatGrainsLack(vtkPolyData* grains)
{
  for (const char* name :
    { GM_NAME_RADIUS, GM_NAME_STRUCTURE_DISTANCE, GM_NAME_STRUCTURE_ID, GM_NAME_SITE_COUNT })
  {
    if (grains->GetNumberOfPoints() > 0 && !granum::Find(grains->GetPointData(), name, 1))
    {
      return std::string("The grains have no point array '") + name +
        "' of one number, as the port Grains of Granum Reader gives it";
    }
  }
  return "";
}

/** Makes `map` the surfaces of those structures. */
void CopyCarried(vtkPolyData* structures, const std::set<std::int64_t>& carried, vtkPolyData* map)
{
  const auto owner =
    granum::IntegersIn(granum::Find(structures->GetCellData(), GM_NAME_STRUCTURE_ID, 1));
  vtkNew<vtkIdList> cells;
  for (std::size_t c = 0; c < owner.size(); ++c)
  {
    if (carried.count(owner[c]))
    {
      cells->InsertNextId(static_cast<vtkIdType>(c));
    }
  }
  map->Allocate(structures);
  map->GetPointData()->CopyAllocate(structures->GetPointData());
  map->GetCellData()->CopyAllocate(structures->GetCellData());
  map->CopyCells(structures, cells);
  granum::KeepUnits(structures->GetCellData(), map->GetCellData());
  map->GetFieldData()->PassData(structures->GetFieldData());
}

constexpr std::size_t PlaceNumbers = 6; // of a grain that is looked for

/** The array audit_answered of the cells: source of the distance; -1 without an audit. */
std::vector<std::int64_t> CoverageByAudit(vtkPolyData* map)
{
  auto who = granum::IntegersIn(granum::Find(map->GetCellData(), GM_NAME_AUDIT_ANSWERED, 1));
  who.resize(map->GetNumberOfCells(), GM_ANSWERED_NONE);
  return who;
}

}

//----------------------------------------------------------------------------
vtkGranumCoverage::vtkGranumCoverage()
{
  this->SetNumberOfInputPorts(4);
  this->SetNumberOfOutputPorts(5);
}

//----------------------------------------------------------------------------
vtkGranumCoverage::~vtkGranumCoverage() = default;

//----------------------------------------------------------------------------
int vtkGranumCoverage::FillInputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), port == 3 ? "vtkTable" : "vtkPolyData");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), port == 3 ? 1 : 0);
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumCoverage::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 2 || port == 3 ? "vtkTable" : "vtkPolyData");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumCoverage::RequestData(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  vtkPolyData* structures = vtkPolyData::GetData(inputs[0]);
  vtkPolyData* grains = vtkPolyData::GetData(inputs[1]);
  std::string complaint = WhatGrainsLack(grains);
  if (complaint.empty() && structures->GetNumberOfCells() != structures->GetNumberOfPolys())
  {
    complaint = "Structures must be polygons and nothing else, as the port Structures of "
                "Granum Reader gives them";
  }
  complaint = granum::FirstComplaint(complaint);
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    return 0;
  }

  const std::set<std::int64_t> carried = granum::Carried(vtkPolyData::GetData(inputs[2]));
  const granum::Incomplete which(grains, carried);
  const auto answered =
    granum::IntegersIn(granum::Find(grains->GetPointData(), GM_NAME_ANSWERED, 1));
  std::vector<vtkIdType> listed;
  std::vector<double> places; // structure, centre, whether it is listed, its distance
  for (vtkIdType i = 0; i < grains->GetNumberOfPoints(); ++i)
  {
    if (!which.IsNear(i, this->ContactRange))
    {
      continue;
    }
    const bool incomplete = which.IsLacking(i, this->LeastSites);
    std::int64_t told = answered.empty() ? GM_ANSWERED_NONE : answered[i];
    told = told == GM_ANSWERED_EDGES ? GM_ANSWERED_SITES : told; // beyond the worst of a triangle
    if (incomplete || told > GM_ANSWERED_NONE)
    {
      double x[3];
      grains->GetPoint(i, x);
      places.insert(places.end(),
        { static_cast<double>(which.Structure[i]), x[0], x[1], x[2], incomplete ? 1.0 : 0.0,
          static_cast<double>(told) });
    }
    if (incomplete)
    {
      listed.push_back(i);
    }
  }
  granum::CopyPoints(grains, listed, vtkPolyData::GetData(outputs, 1));

  granum::GatherOverRanks(places);
  vtkPolyData* map = vtkPolyData::GetData(outputs, 0);
  if (this->AllStructures)
  {
    map->ShallowCopy(structures);
  }
  else
  {
    CopyCarried(structures, carried, map);
  }
  const auto counts = granum::NewIntegers("incomplete_grains", map->GetNumberOfCells());
  granum::Surfaces surfaces(map);
  std::vector<std::int64_t> who = CoverageByAudit(map);
  for (std::size_t k = 0; k < places.size(); k += PlaceNumbers)
  {
    double away;
    const vtkIdType cell =
      surfaces.Nearest(static_cast<std::int64_t>(places[k]), -1, &places[k + 1], away);
    if (cell >= 0)
    {
      counts->SetValue(cell, counts->GetValue(cell) + (places[k + 4] > 0.0 ? 1 : 0));
      who[cell] = std::max(who[cell], static_cast<std::int64_t>(places[k + 5]));
    }
  }
  const auto coverage = granum::NewIntegers("coverage", map->GetNumberOfCells());
  for (std::size_t c = 0; c < who.size(); ++c)
  {
    coverage->SetValue(static_cast<vtkIdType>(c), static_cast<int>(who[c]));
  }
  map->GetCellData()->AddArray(counts);
  map->GetCellData()->AddArray(coverage);

  std::map<std::int64_t, std::int64_t> incomplete;
  for (const std::int64_t s : carried)
  {
    incomplete[s] = 0;
  }
  for (std::size_t k = 0; k < places.size(); k += PlaceNumbers)
  {
    incomplete[static_cast<std::int64_t>(places[k])] += places[k + 4] > 0.0 ? 1 : 0;
  }
  vtkNew<vtkStringArray> summary;
  summary->SetName("summary");
  vtkTable* history =
    inputs[3]->GetNumberOfInformationObjects() > 0 ? vtkTable::GetData(inputs[3]) : nullptr;
  const auto edges = granum::OpenEdges(structures, granum::MeshStructures(structures, carried));
  granum::DrawOpenEdges(structures, edges, vtkPolyData::GetData(outputs, 4));
  const std::string open = granum::OpenSentence(granum::OpenMeshes(structures, edges));
  summary->InsertNextValue(granum::CoverageSentence(granum::CoveredIn(structures, incomplete),
                             granum::EventsUntil(history, granum::FrameTime(grains))) +
    (open.empty() ? open : "\n" + open));
  vtkTable::GetData(outputs, 2)->AddColumn(summary);
  this->ListLosses(history, inputs[1]->GetInformationObject(0), vtkTable::GetData(outputs, 3));
  return 1;
}

//----------------------------------------------------------------------------
void vtkGranumCoverage::ListLosses(vtkTable* history, vtkInformation* grains, vtkTable* losses)
{
  vtkInformationDoubleVectorKey* key = vtkStreamingDemandDrivenPipeline::TIME_STEPS();
  std::vector<double> times;
  if (grains->Has(key))
  {
    times.assign(grains->Get(key), grains->Get(key) + grains->Length(key));
  }
  const std::vector<double> lost = granum::LostAt(history, times);
  std::vector<double> at, events;
  for (std::size_t k = 0; k + 1 < lost.size(); k += 2)
  {
    at.push_back(lost[k]);
    events.push_back(lost[k + 1]);
  }
  losses->AddColumn(granum::NumbersOf(GM_NAME_TIME, "s", at));
  losses->AddColumn(granum::NumbersOf("events", "1", events));
  this->LostTimes->SetNumberOfValues(static_cast<vtkIdType>(at.size()));
  std::copy(at.begin(), at.end(), this->LostTimes->GetPointer(0));
}
