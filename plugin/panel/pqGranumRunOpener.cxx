#include "pqGranumRunOpener.h"
#include "pqGranumBeside.h"
#include "pqGranumSources.h"
#include "pqGranumSweep.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"

#include "vtkSMSourceProxy.h"

namespace
{

constexpr int Period = 500; // ms between two looks at the runs

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
  for (pqPipelineSource* source : pqGranumSources("GranumRun"))
  {
    if (!source->getServer()->isProgressPending())
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
  const int launches = static_cast<int>(pqGranumNumber(run, "Launches"));
  const QString state = pqGranumText(run, "State");
  if (isNew && state != "running")
  {
    known = { launches, state, true };
    return;
  }
  if (isNew || launches != known.Launches)
  {
    known = { launches, "", false };
  }
  const bool isSweep = pqGranumNumber(run, "Runs") > 1.0;
  const int number = static_cast<int>(pqGranumNumber(run, "Run"));
  if (isSweep && (known.State != state || known.Run != number))
  {
    pqGranumRenewSweep(source);
  }
  known.State = state;
  known.Run = number;
  if (isSweep || known.IsOpened || pqGranumNumber(run, "Frames") < 1.0)
  {
    return;
  }
  known.IsOpened = true; // before opening, which may let the timer go on
  const QString file = pqGranumText(run, "ResultFile");
  if (!pqGranumReaderOf(file))
  {
    const bool isActive = pqActiveObjects::instance().activeSource() == source;
    pqGranumOpenResult(source, file);
    if (isActive)
    {
      pqActiveObjects::instance().setActiveSource(source); // Stop stays at hand
    }
  }
}
