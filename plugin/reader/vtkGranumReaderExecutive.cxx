#include "vtkGranumReaderExecutive.h"

#include "vtkAlgorithm.h"
#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkGranumReaderExecutive);

//----------------------------------------------------------------------------
vtkGranumReaderExecutive::vtkGranumReaderExecutive() = default;

//----------------------------------------------------------------------------
vtkGranumReaderExecutive::~vtkGranumReaderExecutive() = default;

//----------------------------------------------------------------------------
vtkDataObject* vtkGranumReaderExecutive::GetOutputData(int port)
{
  const auto waiting = this->Waiting.find(port);
  if (waiting != this->Waiting.end())
  {
    // Removed first: the update itself may request the data object.
    const auto update = waiting->second;
    this->Waiting.erase(waiting);
    update();
  }
  return this->Superclass::GetOutputData(port);
}

//----------------------------------------------------------------------------
int vtkGranumReaderExecutive::CallAlgorithm(vtkInformation* request, int direction,
  vtkInformationVector** inputs, vtkInformationVector* outputs)
{
  this->CopyDefaultInformation(request, direction, inputs, outputs);
  this->InAlgorithm = 1;
  const int result = this->Algorithm->ProcessRequest(request, inputs, outputs);
  this->InAlgorithm = 0;
  return result;
}

//----------------------------------------------------------------------------
void vtkGranumReaderExecutive::Postpone(int port, std::function<void()> update)
{
  this->Waiting[port] = std::move(update);
}

//----------------------------------------------------------------------------
void vtkGranumReaderExecutive::Drop(int port) { this->Waiting.erase(port); }

//----------------------------------------------------------------------------
void vtkGranumReaderExecutive::DropAll() { this->Waiting.clear(); }
