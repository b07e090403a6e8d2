#include "pqGranumGuide.h"
#include "pqGranumSelected.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqOutputPort.h"
#include "pqPVApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqRenderView.h"
#include "pqSelectionManager.h"
#include "pqServerManagerModel.h"

#include "vtkBoundingBox.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMSourceProxy.h"

#include <QPointer>
#include <QTimer>

#include <cstring>

namespace
{

constexpr double Around = 8.0; // radii of a grain that are seen around it

bool IsList(const pqOutputPort* port)
{
  return port && std::strcmp(port->getSource()->getProxy()->GetXMLName(), "Coverage") == 0 &&
    port->getPortNumber() == 1;
}

/** Box around the selected grains, with a margin; invalid if no grain is selected. */
vtkBoundingBox BoxOf(pqOutputPort* port)
{
  vtkBoundingBox box;
  const vtkSmartPointer<vtkPVDataInformation> selected = pqGranumSelected(port);
  vtkPVArrayInformation* radius =
    selected ? selected->GetPointDataInformation()->GetArrayInformation("radius") : nullptr;
  if (radius)
  {
    box.AddBounds(selected->GetBounds());
    box.Inflate(Around * radius->GetComponentRange(0)[1]);
  }
  return box;
}

QList<pqRenderView*> Views()
{
  if (auto* active = qobject_cast<pqRenderView*>(pqActiveObjects::instance().activeView()))
  {
    return { active };
  }
  return pqApplicationCore::instance()->getServerManagerModel()->findItems<pqRenderView*>();
}

}

//----------------------------------------------------------------------------
pqGranumGuide::pqGranumGuide(QObject* parent)
  : Superclass(parent)
{
}

//----------------------------------------------------------------------------
pqGranumGuide::~pqGranumGuide() = default;

//----------------------------------------------------------------------------
void pqGranumGuide::startup()
{
  // The application loads plugins before it has a selection manager.
  QTimer::singleShot(0, this,
    [this]()
    {
      this->Following = QObject::connect(pqPVApplicationCore::instance()->selectionManager(),
        &pqSelectionManager::selectionChanged, this, &pqGranumGuide::follow);
    });
}

//----------------------------------------------------------------------------
void pqGranumGuide::shutdown() { QObject::disconnect(this->Following); }

//----------------------------------------------------------------------------
void pqGranumGuide::follow(pqOutputPort* selected)
{
  if (!IsList(selected))
  {
    return;
  }
  // When the application has taken note of the selection.
  const QPointer<pqOutputPort> port = selected;
  QTimer::singleShot(0, this,
    [port]()
    {
      const vtkBoundingBox box = port ? BoxOf(port) : vtkBoundingBox();
      if (!box.IsValid())
      {
        return;
      }
      double bounds[6];
      box.GetBounds(bounds);
      for (pqRenderView* view : Views())
      {
        view->getRenderViewProxy()->ResetCamera(bounds);
        view->render();
      }
    });
}
