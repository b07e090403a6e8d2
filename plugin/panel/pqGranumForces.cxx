#include "pqGranumForces.h"
#include "pqGranumSelected.h"
#include "pqGranumSources.h"

#include "pqActiveObjects.h"
#include "pqAnimationManager.h"
#include "pqAnimationScene.h"
#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqObjectBuilder.h"
#include "pqOutputPort.h"
#include "pqPVApplicationCore.h"
#include "pqPipelineFilter.h"
#include "pqRenderView.h"
#include "pqServer.h"

#include "vtkBoundingBox.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMSourceProxy.h"

#include <QMap>
#include <QPointer>
#include <QTimer>

#include <cstring>
#include <memory>
#include <vector>

namespace
{

constexpr double Around = 1.2; // 1  what is seen over the box of what is shown
constexpr int Contacts = 1, Structures = 2; // ports of the reader
constexpr char Faint[] =
  "Other Structures"; // a port of Structure Load: a drum is larger than its blades

/** A filter of a port of a reader, the other ports of which it finds by itself. */
pqPipelineSource* FilterOf(pqPipelineSource* reader, const char* kind, const char* input, int port)
{
  QMap<QString, QList<pqOutputPort*>> inputs;
  inputs[input].append(reader->getOutputPort(port));
  return pqApplicationCore::instance()->getObjectBuilder()->createFilter("filters", kind, inputs,
    reader->getServer());
}

/** Hides what a view shows of the reader that a filter has its structures from. */
void HideResult(pqPipelineSource* source, pqView* view)
{
  auto* filter = qobject_cast<pqPipelineFilter*>(source);
  const QList<pqOutputPort*> inputs = filter ? filter->getAllInputs() : QList<pqOutputPort*>();
  pqPipelineSource* reader = inputs.isEmpty() ? nullptr : inputs.front()->getSource();
  for (int port = 0; reader && port < reader->getNumberOfOutputPorts(); ++port)
  {
    pqDataRepresentation* shown = reader->getOutputPort(port)->getRepresentation(view);
    if (shown && shown->isVisible())
    {
      shown->setVisible(false);
      if (auto* display = vtkSMPVRepresentationProxy::SafeDownCast(shown->getProxy()))
      {
        display->HideScalarBarIfNotNeeded(view->getProxy());
      }
    }
  }
}

}

//----------------------------------------------------------------------------
void pqGranumZoom(pqPipelineSource* source, pqView* in)
{
  auto* view = qobject_cast<pqRenderView*>(in);
  vtkBoundingBox box;
  double bounds[6];
  for (int port = 0; port < source->getNumberOfOutputPorts(); ++port)
  {
    vtkPVDataInformation* data = source->getOutputPort(port)->getDataInformation();
    if (data->GetNumberOfPoints() > 0 && source->getOutputPort(port)->getPortName() != Faint)
    {
      vtkPVArrayInformation* radius =
        data->GetPointDataInformation()->GetArrayInformation("radius"); // of grains
      data->GetBounds(bounds);
      vtkBoundingBox part(bounds);
      part.Inflate(radius ? radius->GetComponentRange(0)[1] : 0.0);
      box.AddBox(part);
    }
  }
  if (!view || !box.IsValid())
  {
    return;
  }
  box.ScaleAboutCenter(Around, Around, Around);
  box.GetBounds(bounds);
  view->getRenderViewProxy()->ResetCamera(bounds);
  view->render();
}

//----------------------------------------------------------------------------
void pqGranumShowForces(pqPipelineSource* reader)
{
  pqAnimationScene* scene = pqPVApplicationCore::instance()->animationManager()->getActiveScene();
  reader->getSourceProxy()->UpdatePipelineInformation();
  const std::vector<double> times =
    vtkSMPropertyHelper(reader->getProxy(), "TimestepValues").GetDoubleArray();
  if (scene && times.size() > 1 && scene->getAnimationTime() <= times.front())
  {
    pqGranumGoTo(scene, times.back());
  }
  FilterOf(reader, "StructureLoad", "Structures", Structures);
  pqPVApplicationCore::instance()->applyPipeline();
}

//----------------------------------------------------------------------------
void pqGranumShowContacts(pqPipelineSource* reader)
{
  const QString words = pqGranumSelectedContacts();
  if (!words.isEmpty())
  {
    pqPipelineSource* network = FilterOf(reader, "ContactNetwork", "Contacts", Contacts);
    vtkSMPropertyHelper(network->getProxy(), "OnlyOf").Set(words.toUtf8().constData());
    network->getProxy()->UpdateVTKObjects();
    pqPVApplicationCore::instance()->applyPipeline();
    pqGranumZoom(network, pqActiveObjects::instance().activeView());
  }
}

//----------------------------------------------------------------------------
void pqGranumLookAtForces(pqPipelineSource* source)
{
  if (std::strcmp(source->getProxy()->GetXMLName(), "StructureLoad") != 0)
  {
    return;
  }
  const auto once = std::make_shared<QMetaObject::Connection>();
  *once = QObject::connect(source, &pqPipelineSource::representationAdded, source,
    [once](pqPipelineSource* shown, pqDataRepresentation* display, int port)
    {
      if (port != 0)
      {
        return;
      }
      QObject::disconnect(*once);
      const QPointer<pqPipelineSource> alive(shown);
      const QPointer<pqDataRepresentation> drawn(display);
      // When the application has shown all of it.
      QTimer::singleShot(0, shown,
        [alive, drawn]()
        {
          if (alive && drawn && drawn->getView())
          {
            HideResult(alive, drawn->getView());
            pqGranumZoom(alive, drawn->getView());
          }
        });
    });
}
