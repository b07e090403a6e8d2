#include "pqGranumRunAgain.h"
#include "pqGranumForces.h"
#include "pqGranumPrint.h"
#include "pqGranumSources.h"
#include "pqGranumViews.h"

#include "pqActiveObjects.h"
#include "pqAnimationManager.h"
#include "pqAnimationScene.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqObjectBuilder.h"
#include "pqPVApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqServer.h"

#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QPushButton>
#include <QVBoxLayout>

#include <vector>

namespace
{

constexpr int Width = 620; // of the form in pixels, so that all its columns are seen
constexpr int Height = 160; // of the pipeline above it

/** Room for the form: wider and higher docks, if the window is large enough. */
void MakeRoom()
{
  QDockWidget* properties = pqGranumWiden(Width);
  auto* window = qobject_cast<QMainWindow*>(pqCoreUtilities::mainWidget());
  auto* pipeline = window ? window->findChild<QDockWidget*>("pipelineBrowserDock") : nullptr;
  if (properties && pipeline && pipeline->height() > Height && pipeline->x() == properties->x())
  {
    window->resizeDocks({ pipeline, properties },
      { Height, properties->height() + pipeline->height() - Height }, Qt::Vertical);
  }
}

}

//----------------------------------------------------------------------------
pqGranumRunAgain::pqGranumRunAgain(vtkSMProxy* proxy, vtkSMProperty*, QWidget* parent)
  : Superclass(proxy, parent)
{
  auto* again = new QPushButton("Run Again with Changes...", this);
  auto* newest = new QPushButton("Newest Frame", this);
  again->setObjectName("RunAgain");
  again->setToolTip("Show a form with the parameters of this result, to change some and run the "
                    "scene again. Nothing starts before Launch is pressed there.");
  newest->setObjectName("Newest");
  newest->setToolTip("Go to the last frame. While the solver runs, views at the last frame go on "
                     "with each new one.");
  auto* forces = new QPushButton("Forces on Structures", this);
  forces->setObjectName("Forces");
  forces->setToolTip(
    "Show the contact forces on what moves, or on structures that are then chosen, "
    "as arrows, mean pressure and resultants: a Structure Load.");
  auto* contacts = new QPushButton("Contacts of Selection", this);
  contacts->setObjectName("Contacts");
  contacts->setToolTip("Show the contacts of the grains that are selected in a view (key d, then "
                       "drag) or a spreadsheet, with their forces: a Contact Network.");
  auto* print = new QPushButton("Print-Ready View", this);
  print->setObjectName("PrintReady");
  print->setToolTip("White background, dark letters and a scale bar for the active 3-D view.");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(again);
  column->addWidget(newest);
  column->addWidget(forces);
  column->addWidget(contacts);
  column->addWidget(print);
  this->setShowLabel(false);
  QObject::connect(again, &QPushButton::clicked, this, &pqGranumRunAgain::runAgain);
  QObject::connect(newest, &QPushButton::clicked, this, &pqGranumRunAgain::showNewest);
  QObject::connect(print, &QPushButton::clicked, this, &pqGranumPrintReady);
  QObject::connect(forces, &QPushButton::clicked, this,
    [this]() { pqGranumShowForces(pqGranumSource(this->proxy())); });
  QObject::connect(contacts, &QPushButton::clicked, this,
    [this]() { pqGranumShowContacts(pqGranumSource(this->proxy())); });
}

//----------------------------------------------------------------------------
pqGranumRunAgain::~pqGranumRunAgain() = default;

//----------------------------------------------------------------------------
void pqGranumRunAgain::runAgain()
{
  const QString file = vtkSMPropertyHelper(this->proxy(), "FileName").GetAsString();
  pqPipelineSource* reader = pqGranumSource(this->proxy());
  pqPipelineSource* run = nullptr;
  for (pqPipelineSource* source : pqGranumSources("GranumRun"))
  {
    if (source->getServer() == reader->getServer() &&
      file == vtkSMPropertyHelper(source->getProxy(), "Input").GetAsString())
    {
      run = source;
    }
  }
  if (!run)
  {
    run = pqApplicationCore::instance()->getObjectBuilder()->createSource("sources", "GranumRun",
      reader->getServer());
    vtkSMPropertyHelper(run->getProxy(), "Input").Set(file.toUtf8().constData());
    run->getProxy()->UpdateVTKObjects();
    run->setModifiedState(pqProxy::UNMODIFIED); // it has all it needs: there is nothing to apply
  }
  pqActiveObjects::instance().setActiveSource(run);
  MakeRoom();
}

//----------------------------------------------------------------------------
void pqGranumRunAgain::showNewest()
{
  auto* reader = vtkSMSourceProxy::SafeDownCast(this->proxy());
  pqAnimationScene* scene = pqPVApplicationCore::instance()->animationManager()->getActiveScene();
  reader->UpdatePipelineInformation();
  const std::vector<double> times = vtkSMPropertyHelper(reader, "TimestepValues").GetDoubleArray();
  if (scene && !times.empty())
  {
    pqGranumGoTo(scene, times.back());
  }
}
