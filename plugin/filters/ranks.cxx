// filters/ranks.cxx -- figures of all the processes of a server.
//
// Room: plugin/filters.
#include "ranks.h"

#include "vtkCommunicator.h"
#include "vtkMultiProcessController.h"

#include <numeric>

namespace granum
{

namespace
{

/** The controller if there is more than one process, else null. */
vtkMultiProcessController* SeveralRanks()
{
  auto* controller = vtkMultiProcessController::GetGlobalController();
  return controller && controller->GetNumberOfProcesses() > 1 ? controller : nullptr;
}

void ReduceNumbers(std::vector<double>& values, int operation)
{
  auto* controller = SeveralRanks();
  if (controller && !values.empty())
  {
    std::vector<double> all(values.size());
    controller->AllReduce(values.data(), all.data(), static_cast<vtkIdType>(values.size()),
      operation);
    values.swap(all);
  }
}

template <typename Number>
void GatherNumbers(std::vector<Number>& values)
{
  auto* controller = SeveralRanks();
  if (!controller)
  {
    return;
  }
  const vtkIdType mine = static_cast<vtkIdType>(values.size());
  std::vector<vtkIdType> counts(controller->GetNumberOfProcesses());
  controller->AllGather(&mine, counts.data(), 1);
  std::vector<vtkIdType> offsets(counts.size(), 0);
  std::partial_sum(counts.begin(), counts.end() - 1, offsets.begin() + 1);
  // One more than needed: an empty vector has no address to give.
  std::vector<Number> all(offsets.back() + counts.back() + 1);
  values.resize(mine + 1);
  controller->AllGatherV(values.data(), all.data(), mine, counts.data(), offsets.data());
  all.pop_back();
  values.swap(all);
}

}

int Rank()
{
  auto* controller = SeveralRanks();
  return controller ? controller->GetLocalProcessId() : 0;
}

void SumOverRanks(std::vector<double>& values) { ReduceNumbers(values, vtkCommunicator::SUM_OP); }

void MinOverRanks(std::vector<double>& values) { ReduceNumbers(values, vtkCommunicator::MIN_OP); }

void MaxOverRanks(std::vector<double>& values) { ReduceNumbers(values, vtkCommunicator::MAX_OP); }

void GatherOverRanks(std::vector<double>& values) { GatherNumbers(values); }

void GatherOverRanks(std::vector<std::int64_t>& values)
{
  std::vector<long long> rows(values.begin(), values.end()); // VTK has no int64_t overload
  GatherNumbers(rows);
  values.assign(rows.begin(), rows.end());
}

std::string FirstComplaint(const std::string& mine)
{
  std::vector<std::int64_t> letters(mine.begin(), mine.end());
  if (!letters.empty())
  {
    letters.push_back(0);
  }
  GatherOverRanks(letters);
  std::string first;
  for (const std::int64_t letter : letters)
  {
    if (letter == 0)
    {
      break;
    }
    first.push_back(static_cast<char>(letter));
  }
  return first;
}

}
