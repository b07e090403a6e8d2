#include "vtkGranumCoverage.h"

#include "arrays.h"
#include "coverage_facts.h"
#include "lacking.h"
#include "open_edges.h"
#include "points.h"
#include "ranks.h"
#include "surfaces.h"

#include "file/schema.h"

#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkInformation.h"
#include "vtkInformationDoubleVectorKey.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <map>
#include <set>

vtkStandardNewMacro(vtkGranumCoverage);

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
  const auto edges = granum::OpenEdges(structures, granum::Meshes(structures, carried));
  granum::DrawOpenEdges(structures, edges, vtkPolyData::GetData(outputs, 4));
  const std::string open = granum::OpenSentence(granum::OpenMeshes(structures, edges));
  summary->InsertNextValue(granum::CoverageSentence(granum::CoveredIn(structures, incomplete),
                             granum::EventsUntil(history, granum::TimeOf(grains))) +
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

//----------------------------------------------------------------------------
void vtkGranumCoverage::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "ContactRange: " << this->ContactRange << "\n";
  os << indent << "AllStructures: " << this->AllStructures << "\n";
  os << indent << "LeastSites: " << this->LeastSites << "\n";
}
