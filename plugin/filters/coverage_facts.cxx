// filters/coverage_facts.cxx -- numbers of the coverage: of the audit, and of the history.
//
// Room: plugin/filters.
#include "coverage_facts.h"

#include "arrays.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <limits>
#include <string>

namespace granum
{

namespace
{

constexpr double SameTime = 1e-9; // relative: times of frames and rows are sums of steps

std::vector<std::int64_t> AllOf(vtkFieldData* fields, const char* name)
{
  std::vector<std::int64_t> numbers = IntegersIn(Find(fields, name, 1));
  GatherOverRanks(numbers);
  return numbers;
}

std::int64_t At(const std::vector<std::int64_t>& numbers, std::int64_t row, std::int64_t otherwise)
{
  const auto i = static_cast<std::size_t>(row);
  return row >= 0 && i < numbers.size() ? numbers[i] : otherwise;
}

}

std::string TextOf(vtkFieldData* fields, const char* name, std::int64_t row)
{
  auto* texts = vtkStringArray::SafeDownCast(fields->GetAbstractArray(name));
  const bool here = Rank() == 0 && texts && row >= 0 && row < texts->GetNumberOfValues();
  return FirstComplaint(here ? std::string(texts->GetValue(row)) : "");
}

std::string NameOf(vtkPolyData* surfaces, std::int64_t structure)
{
  const std::string name = TextOf(surfaces->GetFieldData(), GM_NAME_STRUCTURES, structure);
  return name.empty() ? "structure " + std::to_string(structure) : name;
}

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
    one.Name = NameOf(surfaces, structure);
    one.Queries = At(queries, structure, -1);
    one.Missing = At(missing, structure, 0);
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

double TimeOf(vtkDataObject* data)
{
  vtkInformation* info = data->GetInformation();
  return info->Has(vtkDataObject::DATA_TIME_STEP()) ? info->Get(vtkDataObject::DATA_TIME_STEP())
                                                    : std::numeric_limits<double>::infinity();
}

}
