#include "vtkSIGranumReaderProxy.h"

#include "vtkGranumReaderExecutive.h"

#include "vtkAlgorithm.h"
#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkSIGranumReaderProxy);

//----------------------------------------------------------------------------
vtkSIGranumReaderProxy::vtkSIGranumReaderProxy() = default;

//----------------------------------------------------------------------------
vtkSIGranumReaderProxy::~vtkSIGranumReaderProxy()
{
  if (vtkGranumReaderExecutive* executive = this->GetExecutive())
  {
    executive->DropAll();
  }
}

//----------------------------------------------------------------------------
vtkGranumReaderExecutive* vtkSIGranumReaderProxy::GetExecutive()
{
  vtkAlgorithm* reader = vtkAlgorithm::SafeDownCast(this->GetVTKObject());
  return reader ? vtkGranumReaderExecutive::SafeDownCast(reader->GetExecutive()) : nullptr;
}

//----------------------------------------------------------------------------
void vtkSIGranumReaderProxy::UpdatePipeline(int port, double time, bool doTime)
{
  vtkGranumReaderExecutive* executive = this->GetExecutive();
  if (!executive)
  {
    this->Superclass::UpdatePipeline(port, time, doTime);
    return;
  }
  executive->UpdateInformation();
  executive->Postpone(port,
    [this, port, time, doTime] { this->Superclass::UpdatePipeline(port, time, doTime); });
}
