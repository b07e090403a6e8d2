#include "pqGranumSelected.h"

#include "pqAnimationManager.h"
#include "pqAnimationScene.h"
#include "pqOutputPort.h"
#include "pqPVApplicationCore.h"
#include "pqPipelineSource.h"

#include "vtkPVDataInformation.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"

//----------------------------------------------------------------------------
vtkSmartPointer<vtkPVDataInformation> pqGranumSelected(pqOutputPort* port)
{
  vtkSMSourceProxy* selection = port->getSelectionInput();
  const pqAnimationScene* scene =
    pqPVApplicationCore::instance()->animationManager()->getActiveScene();
  if (!selection || !scene)
  {
    return nullptr;
  }
  // The port's own extraction of the selection stays empty for some kinds of selection,
  // so make a separate one.
  vtkSMProxy* source = port->getSource()->getProxy();
  vtkSmartPointer<vtkSMProxy> some;
  some.TakeReference(source->GetSessionProxyManager()->NewProxy("filters", "ExtractSelection"));
  vtkSMPropertyHelper(some, "Input").Set(source, port->getPortNumber());
  vtkSMPropertyHelper(some, "Selection").Set(selection, port->getSelectionInputPort());
  some->UpdateVTKObjects();
  auto* extraction = vtkSMSourceProxy::SafeDownCast(some);
  extraction->UpdatePipeline(scene->getAnimationTime());
  vtkPVDataInformation* selected = extraction->GetDataInformation();
  return selected->GetNumberOfPoints() > 0 ? selected : nullptr;
}
