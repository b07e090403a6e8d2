#include "pqGranumSources.h"

#include "pqAnimationScene.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqOutputPort.h"
#include "pqPipelineBrowserWidget.h"
#include "pqPipelineFilter.h"
#include "pqPipelineModel.h"
#include "pqServerManagerModel.h"

#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QPointer>

#include <algorithm>
#include <cstring>

namespace
{

/** Whether data of a source come from another one, or are its own. */
bool ComesFrom(const pqPipelineSource* source, const pqPipelineSource* other)
{
  if (source == other)
  {
    return true;
  }
  const auto* filter = qobject_cast<const pqPipelineFilter*>(source);
  for (const pqOutputPort* port : filter ? filter->getAllInputs() : QList<pqOutputPort*>())
  {
    if (ComesFrom(port->getSource(), other))
    {
      return true;
    }
  }
  return false;
}

/** Whether a row beneath a port stands for a filter that is listed elsewhere. */
bool HasLink(const pqPipelineModel& model, pqOutputPort* port, const pqPipelineSource* filter)
{
  const QModelIndex parent = model.getIndexFor(port);
  for (int row = 0; parent.isValid() && row < model.rowCount(parent); ++row)
  {
    const QModelIndex child = model.index(row, 0, parent);
    if (model.getTypeFor(child) == pqPipelineModel::Link && model.getItemFor(child) == filter)
    {
      return true;
    }
  }
  return false;
}

/** Lists a filter beneath its first input if all come from there, else as ParaView does: beside the
 * results, with a link beneath each input.  Without links the model takes any input for the only one. */
void ListIn(pqPipelineModel& model, pqPipelineFilter* filter, const QList<pqOutputPort*>& inputs)
{
  const auto connect = [&](pqOutputPort* port)
  { model.addConnection(port->getSource(), filter, port->getPortNumber()); };
  const auto disconnect = [&](pqOutputPort* port)
  { model.removeConnection(port->getSource(), filter, port->getPortNumber()); };
  pqOutputPort* first = inputs.front();
  const bool once = std::all_of(inputs.begin(), inputs.end(),
    [first](const pqOutputPort* other)
    { return ComesFrom(first->getSource(), other->getSource()); });
  if (once)
  {
    for (pqOutputPort* other : inputs.mid(1))
    {
      if (HasLink(model, other, filter))
      {
        disconnect(other);
      }
    }
    if (model.parent(model.getIndexFor(filter)) != model.getIndexFor(first))
    {
      disconnect(first);
      connect(first);
    }
  }
  else if (!HasLink(model, first, filter))
  {
    disconnect(first);
    std::for_each(inputs.begin(), inputs.end(), connect);
  }
}

}

//----------------------------------------------------------------------------
QList<pqPipelineSource*> pqGranumSources(const char* kind)
{
  QList<pqPipelineSource*> found;
  for (pqPipelineSource* source :
    pqApplicationCore::instance()->getServerManagerModel()->findItems<pqPipelineSource*>())
  {
    if (std::strcmp(source->getProxy()->GetXMLName(), kind) == 0)
    {
      found << source;
    }
  }
  return found;
}

//----------------------------------------------------------------------------
pqPipelineSource* pqGranumSource(vtkSMProxy* proxy)
{
  return pqApplicationCore::instance()->getServerManagerModel()->findItem<pqPipelineSource*>(proxy);
}

//----------------------------------------------------------------------------
pqPipelineSource* pqGranumReaderOf(const QString& file)
{
  for (pqPipelineSource* source : pqGranumSources("GranumReader"))
  {
    if (file == vtkSMPropertyHelper(source->getProxy(), "FileName").GetAsString())
    {
      return source;
    }
  }
  return nullptr;
}

//----------------------------------------------------------------------------
QString pqGranumText(vtkSMProxy* proxy, const char* property)
{
  proxy->UpdatePropertyInformation(proxy->GetProperty(property));
  return vtkSMPropertyHelper(proxy, property).GetAsString();
}

//----------------------------------------------------------------------------
double pqGranumNumber(vtkSMProxy* proxy, const char* property)
{
  proxy->UpdatePropertyInformation(proxy->GetProperty(property));
  return vtkSMPropertyHelper(proxy, property).GetAsDouble();
}

//----------------------------------------------------------------------------
void pqGranumListOnce(pqPipelineSource* source)
{
  auto* filter = qobject_cast<pqPipelineFilter*>(source);
  const char* made = filter ? filter->getProxy()->GetVTKClassName() : nullptr;
  const QWidget* window = pqCoreUtilities::mainWidget();
  if (!made || !window || std::strncmp(made, "vtkGranum", 9) != 0)
  {
    return;
  }
  QList<pqOutputPort*> inputs; // the first one, then others
  for (const char* name : pqPipelineFilter::getInputPorts(filter->getProxy()))
  {
    const QList<pqOutputPort*> known = filter->getInputs(name);
    const unsigned int given = vtkSMPropertyHelper(filter->getProxy(), name).GetNumberOfElements();
    if (known.size() != static_cast<int>(given) || (inputs.isEmpty() && known.isEmpty()))
    {
      return; // another connection is still to come
    }
    for (pqOutputPort* port : known)
    {
      inputs += inputs.contains(port) ? QList<pqOutputPort*>() : QList<pqOutputPort*>{ port };
    }
  }
  for (const auto* browser : window->findChildren<pqPipelineBrowserWidget*>())
  {
    for (auto* model : browser->findChildren<pqPipelineModel*>())
    {
      ListIn(*model, filter, inputs);
    }
  }
}

//----------------------------------------------------------------------------
void pqGranumGoTo(pqAnimationScene* scene, double time)
{
  const QPointer<pqAnimationScene> kept = scene;
  const bool blocked = scene->blockSignals(true);
  scene->setAnimationTime(time);
  if (kept) // the scene may end with the session that the views wait for
  {
    kept->blockSignals(blocked);
    Q_EMIT kept->animationTime(time);
  }
}
