#include "pqGranumSources.h"

#include "pqAnimationScene.h"
#include "pqApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"

#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QPointer>

#include <cstring>

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
