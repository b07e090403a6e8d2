#include "pqGranumRunOpener.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqLoadDataReaction.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"

#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <QDebug>
#include <QStringList>

#include <cstring>

namespace
{

constexpr int Period = 500; // ms between two looks at the runs

bool Is(const pqPipelineSource* source, const char* name)
{
  return std::strcmp(source->getProxy()->GetXMLName(), name) == 0;
}

QList<pqPipelineSource*> Sources()
{
  return pqApplicationCore::instance()->getServerManagerModel()->findItems<pqPipelineSource*>();
}

QString Text(vtkSMProxy* proxy, const char* property)
{
  proxy->UpdatePropertyInformation(proxy->GetProperty(property));
  return vtkSMPropertyHelper(proxy, property).GetAsString();
}

int Number(vtkSMProxy* proxy, const char* property)
{
  proxy->UpdatePropertyInformation(proxy->GetProperty(property));
  return vtkSMPropertyHelper(proxy, property).GetAsInt();
}

bool HasReader(const QString& file)
{
  for (pqPipelineSource* source : Sources())
  {
    if (Is(source, "GranumReader") &&
      file == vtkSMPropertyHelper(source->getProxy(), "FileName").GetAsString())
    {
      return true;
    }
  }
  return false;
}

}

//----------------------------------------------------------------------------
pqGranumRunOpener::pqGranumRunOpener(QObject* parent)
  : Superclass(parent)
{
}

//----------------------------------------------------------------------------
pqGranumRunOpener::~pqGranumRunOpener() = default;

//----------------------------------------------------------------------------
void pqGranumRunOpener::startup()
{
  QObject::connect(pqApplicationCore::instance()->getServerManagerModel(),
    &pqServerManagerModel::sourceRemoved, this,
    [this](pqPipelineSource* source) { this->Runs.remove(source); });
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqGranumRunOpener::look);
  this->Timer.start(Period);
}

//----------------------------------------------------------------------------
void pqGranumRunOpener::shutdown()
{
  this->Timer.stop();
  QObject::disconnect(pqApplicationCore::instance()->getServerManagerModel(), nullptr, this,
    nullptr);
}

//----------------------------------------------------------------------------
void pqGranumRunOpener::look()
{
  for (pqPipelineSource* source : Sources())
  {
    if (Is(source, "GranumRun") && !source->getServer()->isProgressPending())
    {
      this->attend(source);
    }
  }
}

//----------------------------------------------------------------------------
void pqGranumRunOpener::attend(pqPipelineSource* source)
{
  vtkSMProxy* run = source->getProxy();
  const bool isNew = !this->Runs.contains(source);
  Known& known = this->Runs[source];
  const int launches = Number(run, "Launches");
  const QString state = Text(run, "State");
  if (isNew && state != "running")
  {
    known = { launches, state, true };
    return;
  }
  if (isNew || launches != known.Launches)
  {
    known = { launches, "", false };
  }
  if (state == "failed" && known.State != state)
  {
    qCritical().noquote() << source->getSMName() + ": " + Text(run, "Message");
  }
  known.State = state;
  if (known.IsOpened || Number(run, "Frames") == 0)
  {
    return;
  }
  known.IsOpened = true; // before opening, which may let the timer go on
  const QString file = Text(run, "ResultFile");
  if (!HasReader(file))
  {
    const bool isActive = pqActiveObjects::instance().activeSource() == source;
    pqLoadDataReaction::loadData(QStringList(file));
    if (isActive)
    {
      pqActiveObjects::instance().setActiveSource(source); // Stop stays at hand
    }
  }
}
