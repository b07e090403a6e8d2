#include "vtkGranumRun.h"

#include "child.h"
#include "plan.h"
#include "queue.h"

#include "vtkDoubleArray.h"
#include "vtkIntArray.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <limits>
#include <vector>

vtkStandardNewMacro(vtkGranumRun);

namespace
{

/** In parallel one process starts the solver, and the client queries that process. */
bool IsFirstProcess()
{
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  return !controller || controller->GetLocalProcessId() == 0;
}

void SetText(std::vector<std::string>& texts, int index, const char* text)
{
  if (index < 0)
  {
    return;
  }
  if (static_cast<size_t>(index) >= texts.size())
  {
    texts.resize(static_cast<size_t>(index) + 1);
  }
  texts[static_cast<size_t>(index)] = text ? text : "";
}

/** A column of a table with one row for each run. */
template <class Array, class Function>
void AddJobColumn(vtkTable* table, const char* name, const std::vector<granum::Job>& jobs,
  const Function& value)
{
  vtkNew<Array> column;
  column->SetName(name);
  for (const granum::Job& job : jobs)
  {
    column->InsertNextValue(value(job));
  }
  table->AddColumn(column);
}

/** Whether the whole text is a number. */
bool ReadNumber(const std::string& text, double& value)
{
  const char* end = text.data() + text.size();
  const auto found = std::from_chars(text.data(), end, value);
  return found.ec == std::errc() && found.ptr == end;
}

/** Values of a swept key: as numbers if all are, else as texts. */
void AddValues(vtkTable* table, const std::vector<granum::Job>& jobs, const granum::Swept& key,
  size_t k)
{
  double value = 0.0;
  const bool numbers = std::all_of(key.Values.begin(), key.Values.end(),
    [&value](const std::string& text) { return ReadNumber(text, value); });
  if (!numbers)
  {
    AddJobColumn<vtkStringArray>(table, key.Path.c_str(), jobs,
      [k](const granum::Job& job) { return k < job.Values.size() ? job.Values[k] : ""; });
    return;
  }
  AddJobColumn<vtkDoubleArray>(table, key.Path.c_str(), jobs,
    [k](const granum::Job& job)
    {
      double x = std::numeric_limits<double>::quiet_NaN();
      if (k < job.Values.size())
      {
        ReadNumber(job.Values[k], x);
      }
      return x;
    });
}

}

struct vtkGranumRun::Internals
{
  std::vector<std::string> Overrides;
  std::vector<std::string> Sweeps;
  granum::Sweep Sweep; // of the current queue
  granum::Queue Queue;
  std::string State = "idle"; // what the accessors return lives here
  std::string Message;
  std::string Parameters;
  std::string Verdict;
};

//----------------------------------------------------------------------------
vtkGranumRun::vtkGranumRun()
  : Internal(new Internals)
{
  this->SetNumberOfInputPorts(0);
}

//----------------------------------------------------------------------------
vtkGranumRun::~vtkGranumRun() = default;

//----------------------------------------------------------------------------
void vtkGranumRun::SetOverride(int index, const char* override)
{
  SetText(this->Internal->Overrides, index, override);
  this->Modified();
}

//----------------------------------------------------------------------------
void vtkGranumRun::SetNumberOfOverrides(int n)
{
  this->Internal->Overrides.resize(static_cast<size_t>(std::max(n, 0)));
  this->Modified();
}

//----------------------------------------------------------------------------
void vtkGranumRun::SetSweep(int index, const char* sweep)
{
  SetText(this->Internal->Sweeps, index, sweep);
  this->Modified();
}

//----------------------------------------------------------------------------
void vtkGranumRun::SetNumberOfSweeps(int n)
{
  this->Internal->Sweeps.resize(static_cast<size_t>(std::max(n, 0)));
  this->Modified();
}

//----------------------------------------------------------------------------
granum::Plan vtkGranumRun::MakePlan() const
{
  granum::Plan plan;
  plan.Program = granum::FindProgram();
  plan.Input = this->Input.empty() ? "" : granum::MakeAbsolute(this->Input);
  plan.Result = this->Result.empty() ? "" : granum::MakeAbsolute(this->Result);
  plan.Replace = this->Replace;
  plan.Threads = this->Threads;
  std::copy_if(this->Internal->Overrides.begin(), this->Internal->Overrides.end(),
    std::back_inserter(plan.Overrides), [](const std::string& text) { return !text.empty(); });
  return plan;
}

//----------------------------------------------------------------------------
void vtkGranumRun::Check()
{
  Internals& run = *this->Internal;
  if (!IsFirstProcess())
  {
    return;
  }
  const granum::Plan plan = this->MakePlan();
  granum::Sweep sweep;
  run.Parameters = plan.GetParameters();
  const std::string fault = sweep.Read(run.Sweeps);
  run.Verdict = fault.empty() ? plan.Test(sweep) : granum::ErrorObject(fault);
}

//----------------------------------------------------------------------------
void vtkGranumRun::Launch()
{
  this->Look();
  Internals& run = *this->Internal;
  if (run.Queue.GetState() == "running" || !IsFirstProcess())
  {
    return;
  }
  ++this->Launches;
  this->Modified();
  const granum::Plan plan = this->MakePlan();
  std::vector<granum::Job> jobs;
  std::string fault = run.Sweep.Read(run.Sweeps);
  if (fault.empty())
  {
    fault = plan.FindFault();
  }
  if (fault.empty() && !run.Sweep.Keys.empty())
  {
    // A wrong key or value is refused before the first of many runs.
    fault = granum::ErrorMessage(plan.Test(run.Sweep));
  }
  if (fault.empty())
  {
    fault = plan.MakeJobs(run.Sweep, jobs);
  }
  if (!fault.empty())
  {
    run.Sweep = granum::Sweep();
    run.Queue.Fail(fault, jobs.empty() ? "" : jobs.back().ResultFile);
    return;
  }
  run.Queue.Start(std::move(jobs));
}

//----------------------------------------------------------------------------
void vtkGranumRun::Resume()
{
  this->Look();
  Internals& run = *this->Internal;
  if (run.Queue.GetState() == "running" || !IsFirstProcess())
  {
    return;
  }
  ++this->Launches;
  this->Modified();
  const granum::Plan plan = this->MakePlan();
  const std::string last = run.Queue.GetCurrent().ResultFile;
  const std::string result = last.empty() ? plan.Input : last;
  std::string fault = plan.FindFault();
  if (fault.empty() && !granum::IsResult(result))
  {
    fault = "Resume goes on with a result of a run that was stopped, and '" + result + "' is none";
  }
  if (!fault.empty() || last.empty())
  {
    run.Queue.Fail(fault, result);
  }
  if (fault.empty())
  {
    run.Queue.Resume(plan.GetResumeWords(result));
  }
}

//----------------------------------------------------------------------------
void vtkGranumRun::Stop()
{
  this->Look();
  this->Internal->Queue.Stop();
}

//----------------------------------------------------------------------------
void vtkGranumRun::Look()
{
  if (this->Internal->Queue.Look())
  {
    this->Modified();
  }
}

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetState()
{
  this->Look();
  this->Internal->State = this->Internal->Queue.GetState();
  return this->Internal->State.c_str();
}

//----------------------------------------------------------------------------
double vtkGranumRun::GetProgress() { return this->Internal->Queue.GetProgress(); }

//----------------------------------------------------------------------------
double vtkGranumRun::GetRemaining() { return this->Internal->Queue.GetRemaining(); }

//----------------------------------------------------------------------------
double vtkGranumRun::GetTime() { return this->Internal->Queue.GetCurrent().Events.Time; }

//----------------------------------------------------------------------------
int vtkGranumRun::GetFrames() { return this->Internal->Queue.GetCurrent().Events.Frames; }

//----------------------------------------------------------------------------
int vtkGranumRun::GetRun() { return this->Internal->Queue.GetIndex(); }

//----------------------------------------------------------------------------
int vtkGranumRun::GetRuns() { return static_cast<int>(this->Internal->Queue.Jobs.size()); }

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetMessage()
{
  this->Internal->Message = this->Internal->Queue.GetMessage();
  return this->Internal->Message.c_str();
}

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetLog() { return this->Internal->Queue.GetCurrent().Log.c_str(); }

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetResultFile()
{
  return this->Internal->Queue.GetCurrent().ResultFile.c_str();
}

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetParameters() { return this->Internal->Parameters.c_str(); }

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetVerdict() { return this->Internal->Verdict.c_str(); }

//----------------------------------------------------------------------------
int vtkGranumRun::RequestData(vtkInformation*, vtkInformationVector**,
  vtkInformationVector* outputs)
{
  using granum::Job;
  vtkTable* table = vtkTable::GetData(outputs);
  if (!IsFirstProcess())
  {
    return 1;
  }
  this->Look();
  const Internals& run = *this->Internal;
  auto jobs = run.Queue.Jobs;
  if (jobs.empty())
  {
    jobs.resize(1);
    jobs[0].State = "idle";
  }
  for (size_t k = 0; k < run.Sweep.Keys.size(); ++k)
  {
    AddValues(table, jobs, run.Sweep.Keys[k], k);
  }
  AddJobColumn<vtkStringArray>(table, "state", jobs, [](const Job& j) { return j.State; });
  AddJobColumn<vtkDoubleArray>(table, "progress", jobs, [](const Job& j) { return j.Progress; });
  AddJobColumn<vtkDoubleArray>(table, "time", jobs, [](const Job& j) { return j.Events.Time; });
  AddJobColumn<vtkIntArray>(table, "frames", jobs, [](const Job& j) { return j.Events.Frames; });
  AddJobColumn<vtkStringArray>(table, "result", jobs, [](const Job& j) { return j.ResultFile; });
  AddJobColumn<vtkStringArray>(table, "message", jobs, [](const Job& j) { return j.Message; });
  AddJobColumn<vtkDoubleArray>(table, "kinetic_energy", jobs,
    [](const Job& j) { return j.Events.KineticEnergy; });
  AddJobColumn<vtkDoubleArray>(table, "balance_error", jobs,
    [](const Job& j) { return j.Events.BalanceError; });
  AddJobColumn<vtkDoubleArray>(table, "mean_normal_force", jobs,
    [](const Job& j) { return j.Events.MeanNormalForce; });
  AddJobColumn<vtkDoubleArray>(table, "share_by_sites", jobs,
    [](const Job& j) { return j.Events.ShareBySites; });
  return 1;
}
