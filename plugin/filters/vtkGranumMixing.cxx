#include "vtkGranumMixing.h"

#include "analysis/mixing.h"
#include "arrays.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>

vtkStandardNewMacro(vtkGranumMixing);

namespace
{

using Numbers = std::vector<double>;

/** Kinds there are on any rank, rising. */
std::vector<std::int64_t> KindsOfGrains(const std::vector<std::int64_t>& here)
{
  const std::set<std::int64_t> mine(here.begin(), here.end());
  std::vector<std::int64_t> all(mine.begin(), mine.end());
  granum::GatherOverRanks(all);
  const std::set<std::int64_t> once(all.begin(), all.end());
  return { once.begin(), once.end() };
}

/** Cells around the points of all ranks. */
granum::MixingCells CellsAround(vtkPolyData* grains, double perCell, double edge)
{
  Numbers low(3, VTK_DOUBLE_MAX), high(3, -VTK_DOUBLE_MAX);
  Numbers total = { static_cast<double>(grains->GetNumberOfPoints()) };
  for (vtkIdType i = 0; i < grains->GetNumberOfPoints(); ++i)
  {
    double x[3];
    grains->GetPoint(i, x);
    for (int c = 0; c < 3; ++c)
    {
      low[c] = std::min(low[c], x[c]);
      high[c] = std::max(high[c], x[c]);
    }
  }
  granum::MinOverRanks(low);
  granum::MaxOverRanks(high);
  granum::SumOverRanks(total);
  if (total[0] == 0.0)
  {
    return granum::MixingCells();
  }
  auto cells = granum::MixingCells::Fit({ low[0], low[1], low[2] }, { high[0], high[1], high[2] },
    total[0], perCell);
  for (int c = 0; c < 3 && edge > 0.0; ++c)
  {
    cells.Count[c] =
      static_cast<int>(std::clamp(std::ceil((high[c] - low[c]) / edge), 1.0, 1000.0));
    cells.Size[c] = edge;
  }
  return cells;
}

/** The index in words; of a single kind, what to do. */
std::string MixtureInWords(const std::string& array, const Numbers& kinds,
  const granum::Mixture& mixture)
{
  char text[200];
  if (kinds.size() == 1)
  {
    std::snprintf(text, sizeof text,
      "All grains have %s %.0f.\nChoose a Kind Array that parts them.", array.c_str(),
      kinds.front());
    return text;
  }
  std::snprintf(text, sizeof text,
    "Lacey's index %.3f (0 segregated, 1 random),\n%zu kinds by %s, "
    "%.0f cells of %.0f grains",
    mixture.Whole, kinds.size(), array.c_str(), mixture.Filled, mixture.Total / mixture.Filled);
  return text;
}

}

//----------------------------------------------------------------------------
vtkGranumMixing::vtkGranumMixing()
  : KindArray(GM_NAME_MATERIAL)
{
  this->SetNumberOfOutputPorts(3);
}

//----------------------------------------------------------------------------
int vtkGranumMixing::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 0 ? "vtkPolyData" : "vtkTable");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumMixing::RequestData(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  vtkPolyData* grains = vtkPolyData::GetData(inputs[0]);
  const vtkIdType count = grains->GetNumberOfPoints();
  vtkDataArray* array = granum::Find(grains->GetPointData(), this->KindArray.c_str(), 1);
  const std::string complaint =
    granum::FirstComplaint(count == 0 || array ? ""
                                               : "The grains have no point array '" +
          this->KindArray + "' of one number that tells their kinds");
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    return 0;
  }

  const std::vector<std::int64_t> kind =
    count > 0 ? granum::IntegersIn(array) : std::vector<std::int64_t>();
  const std::vector<std::int64_t> kinds = KindsOfGrains(kind);
  const granum::MixingCells cells = CellsAround(grains, this->GrainsPerCell, this->CellSize);
  const auto rowOf = [&kinds](std::int64_t k)
  { return std::lower_bound(kinds.begin(), kinds.end(), k) - kinds.begin(); };

  Numbers counts(cells.All() * kinds.size(), 0.0);
  vtkNew<vtkIdTypeArray> cell;
  cell->SetName("mixing_cell");
  cell->SetNumberOfTuples(count);
  for (vtkIdType i = 0; i < count; ++i)
  {
    double x[3];
    grains->GetPoint(i, x);
    cell->SetValue(i, static_cast<vtkIdType>(cells.Of(x)));
    counts[cell->GetValue(i) * kinds.size() + rowOf(kind[i])] += 1.0;
  }
  granum::SumOverRanks(counts);
  const granum::Mixture mixture(counts, kinds.size());

  const auto concentration = granum::NewNumbers("concentration", "1", count);
  const auto chosen = static_cast<std::size_t>(rowOf(this->Concentration));
  const bool known = chosen < kinds.size() && kinds[chosen] == this->Concentration;
  for (vtkIdType i = 0; i < count && known; ++i)
  {
    const double* here = &counts[cell->GetValue(i) * kinds.size()];
    double all = 0.0;
    for (std::size_t k = 0; k < kinds.size(); ++k)
    {
      all += here[k];
    }
    concentration->SetValue(i, here[chosen] / all);
  }
  vtkPolyData* output = vtkPolyData::GetData(outputs, 0);
  output->ShallowCopy(grains);
  output->GetPointData()->AddArray(concentration);
  output->GetPointData()->AddArray(cell);
  output->GetFieldData()->AddArray(granum::NumbersOf("lacey_index", "1", { mixture.Whole }));

  if (granum::Rank() == 0)
  {
    const Numbers names(kinds.begin(), kinds.end());
    Numbers share;
    for (const double some : mixture.Grains)
    {
      share.push_back(some / mixture.Total);
    }
    vtkTable* table = vtkTable::GetData(outputs, 1);
    table->AddColumn(granum::NumbersOf("kind", "1", names));
    table->AddColumn(granum::NumbersOf("grains", "1", mixture.Grains));
    table->AddColumn(granum::NumbersOf("share", "1", share));
    table->AddColumn(granum::NumbersOf("lacey_index", "1", mixture.Index));
    table->AddColumn(granum::NumbersOf("cells", "1", Numbers(kinds.size(), mixture.Filled)));
    table->AddColumn(
      granum::NumbersOf("lacey_index_all", "1", Numbers(kinds.size(), mixture.Whole)));
    vtkNew<vtkStringArray> summary;
    summary->SetName("summary");
    summary->InsertNextValue(names.empty() ? "" : MixtureInWords(this->KindArray, names, mixture));
    vtkTable::GetData(outputs, 2)->AddColumn(summary);
  }
  return 1;
}
