#include "vtkGranumRun.h"

#include "child.h"
#include "events.h"
#include "program.h"

#include "vtkDoubleArray.h"
#include "vtkIntArray.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <csignal>
#include <vector>

vtkStandardNewMacro(vtkGranumRun);

namespace
{

constexpr int Interrupted = 130; // granum's exit code when it was asked to stop

/** Without white space at its end. */
std::string Trimmed(const std::string& text)
{
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

/** In parallel one process starts the solver, and the client queries that process. */
bool IsFirstProcess()
{
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  return !controller || controller->GetLocalProcessId() == 0;
}

template <class Array, class Value>
void AddColumn(vtkTable* table, const char* name, const Value& value)
{
  vtkNew<Array> column;
  column->SetName(name);
  column->InsertNextValue(value);
  table->AddColumn(column);
}

}

struct vtkGranumRun::Internals
{
  std::vector<std::string> Overrides;
  std::unique_ptr<granum::Child> Child; // while it runs
  granum::Events Events;
  std::string State = "idle";
  std::string Message;
  std::string Log;
  std::string ResultFile;
  double Progress = 0.0;
  bool StopAsked = false;

  void Fail(const std::string& message)
  {
    this->State = "failed";
    this->Message = message;
  }
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
  auto& overrides = this->Internal->Overrides;
  if (index < 0)
  {
    return;
  }
  if (static_cast<size_t>(index) >= overrides.size())
  {
    overrides.resize(static_cast<size_t>(index) + 1);
  }
  overrides[static_cast<size_t>(index)] = override ? override : "";
  this->Modified();
}

//----------------------------------------------------------------------------
void vtkGranumRun::SetNumberOfOverrides(int n)
{
  this->Internal->Overrides.resize(static_cast<size_t>(std::max(n, 0)));
  this->Modified();
}

//----------------------------------------------------------------------------
void vtkGranumRun::Launch()
{
  this->Look();
  if (this->Internal->State == "running" || !IsFirstProcess())
  {
    return;
  }
  auto overrides = std::move(this->Internal->Overrides);
  this->Internal.reset(new Internals);
  Internals& run = *this->Internal;
  run.Overrides = std::move(overrides);
  ++this->Launches;
  this->Modified();

  if (this->Input.empty())
  {
    return run.Fail("Input is empty: choose a scene file, its folder, or a result, and apply it");
  }
  const std::string program = granum::FindProgram();
  if (program.empty())
  {
    return run.Fail("the program granum is neither installed with this plugin nor in PATH");
  }
  const std::string input = granum::MakeAbsolute(this->Input);
  run.ResultFile =
    this->Result.empty() ? granum::NameResult(input) : granum::MakeAbsolute(this->Result);
  if (granum::IsTaken(run.ResultFile))
  {
    if (granum::IsSameFile(run.ResultFile, input))
    {
      return run.Fail("'" + run.ResultFile + "' is also the input: choose another Result");
    }
    if (!this->Replace)
    {
      return run.Fail("'" + run.ResultFile +
        "' exists and is not replaced: turn Replace on, or choose another Result");
    }
  }

  std::vector<std::string> words = { program, "run", input, "--output=" + run.ResultFile,
    "--progress=json" };
  if (this->Replace)
  {
    words.push_back("--force");
  }
  if (this->Threads > 0)
  {
    words.push_back("--threads=" + std::to_string(this->Threads));
  }
  for (const std::string& override : run.Overrides)
  {
    if (!override.empty())
    {
      words.push_back("--set=" + override);
    }
  }
  run.Child.reset(new granum::Child);
  const std::string fault = run.Child->Start(words);
  if (!fault.empty())
  {
    run.Child.reset();
    return run.Fail(fault);
  }
  run.State = "running";
}

//----------------------------------------------------------------------------
void vtkGranumRun::Stop()
{
  this->Look();
  if (this->Internal->Child)
  {
    this->Internal->StopAsked = true;
    this->Internal->Child->Signal(SIGINT);
  }
}

//----------------------------------------------------------------------------
void vtkGranumRun::Look()
{
  Internals& run = *this->Internal;
  if (!run.Child)
  {
    return;
  }
  const bool ended = run.Child->HasEnded(); // before reading: nothing is said after it
  run.Events.Add(run.Child->ReadOutput());
  run.Log += run.Child->ReadErrors();
  if (run.Events.End > 0.0)
  {
    run.Progress = std::clamp(run.Events.Time / run.Events.End, 0.0, 1.0);
  }
  if (!ended)
  {
    return;
  }
  const int code = run.Child->GetExitCode();
  run.Child.reset();
  run.Message = run.Events.Message;
  if (code == 0)
  {
    run.State = "done";
    run.Progress = 1.0;
  }
  else if (code == Interrupted || (run.StopAsked && code == -SIGINT))
  {
    run.State = "stopped";
  }
  else
  {
    run.Fail(run.Message.empty() ? Trimmed(run.Log) : run.Message);
    if (run.Message.empty())
    {
      run.Message = code < 0 ? "granum was ended by signal " + std::to_string(-code)
                             : "granum failed with exit code " + std::to_string(code);
    }
  }
  this->Modified();
}

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetState()
{
  this->Look();
  return this->Internal->State.c_str();
}

//----------------------------------------------------------------------------
double vtkGranumRun::GetProgress()
{
  this->Look();
  return this->Internal->Progress;
}

//----------------------------------------------------------------------------
double vtkGranumRun::GetTime()
{
  this->Look();
  return this->Internal->Events.Time;
}

//----------------------------------------------------------------------------
int vtkGranumRun::GetFrames()
{
  this->Look();
  return this->Internal->Events.Frames;
}

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetMessage()
{
  this->Look();
  return this->Internal->Message.c_str();
}

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetLog()
{
  this->Look();
  return this->Internal->Log.c_str();
}

//----------------------------------------------------------------------------
const char* vtkGranumRun::GetResultFile() { return this->Internal->ResultFile.c_str(); }

//----------------------------------------------------------------------------
int vtkGranumRun::RequestData(vtkInformation*, vtkInformationVector**,
  vtkInformationVector* outputs)
{
  vtkTable* table = vtkTable::GetData(outputs);
  if (!IsFirstProcess())
  {
    return 1;
  }
  this->Look();
  const Internals& run = *this->Internal;
  AddColumn<vtkStringArray>(table, "state", run.State);
  AddColumn<vtkDoubleArray>(table, "progress", run.Progress);
  AddColumn<vtkDoubleArray>(table, "time", run.Events.Time);
  AddColumn<vtkIntArray>(table, "frames", run.Events.Frames);
  AddColumn<vtkStringArray>(table, "result", run.ResultFile);
  AddColumn<vtkStringArray>(table, "message", run.Message);
  return 1;
}

//----------------------------------------------------------------------------
void vtkGranumRun::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Input: " << this->Input << "\n"
     << indent << "Result: " << this->Result << "\n"
     << indent << "Replace: " << this->Replace << "\n"
     << indent << "Threads: " << this->Threads << "\n"
     << indent << "State: " << this->GetState() << "\n";
}
