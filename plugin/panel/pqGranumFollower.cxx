#include "pqGranumFollower.h"
#include "pqGranumForces.h"
#include "pqGranumSources.h"
#include "pqGranumViews.h"

#include "pqActiveObjects.h"
#include "pqAnimationManager.h"
#include "pqAnimationScene.h"
#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqObjectBuilder.h"
#include "pqOutputPort.h"
#include "pqPVApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqPropertyWidget.h"
#include "pqRenderView.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqTimeKeeper.h"

#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkSMAnimationSceneProxy.h"
#include "vtkSMDocumentation.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMViewProxy.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QEvent>
#include <QHelpEngine>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QRegularExpression>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace
{

// Units in the labels of properties.

//----------------------------------------------------------------------------
/** When the widget of a property of one of our proxies is shown: puts behind its label the unit that
 * its sentence has (in m) and whether 0 is automatic.  Other objects are left alone.  (A label in
 * the XML would be the name of the property in Python.) */
void pqGranumNameUnit(QObject* shown)
{
  const auto* widget = qobject_cast<pqPropertyWidget*>(shown);
  vtkSMProperty* property = widget ? widget->property() : nullptr;
  const char* made = property ? widget->proxy()->GetVTKClassName() : nullptr;
  if (!made || std::strncmp(made, "vtkGranum", 9) != 0 || !property->GetDocumentation() ||
    !widget->parentWidget())
  {
    return;
  }
  const QString sentence = QString(property->GetDocumentation()->GetDescription()).simplified();
  const auto unit = QRegularExpression("\\bin (m|N|s|Pa|kg/m3|degrees)\\b").match(sentence);
  QStringList words;
  if (unit.hasMatch())
  {
    words << unit.captured(1);
  }
  if (sentence.contains(QRegularExpression("[.] 0: (?!none)")))
  {
    words << "0: automatic";
  }
  const QString name = property->GetXMLLabel();
  for (QLabel* label :
    widget->parentWidget()->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly))
  {
    const QString text = label->text();
    if (!words.isEmpty() && (text == name || text == "<p>" + name + "</p>"))
    {
      label->setText(name + " (" + words.join("; ") + ")");
    }
  }
}

}

namespace
{

constexpr int Period = 500; // ms between two looks at the file
constexpr int PanelWidth = 360; // pixels, so that labels and choices are not cut
constexpr int Space = 0; // InteractionMode of a view: 3D

bool IsReader(const pqPipelineSource* source)
{
  return source && std::strcmp(source->getProxy()->GetXMLName(), "GranumReader") == 0;
}

QList<pqPipelineSource*> Sources()
{
  return pqApplicationCore::instance()->getServerManagerModel()->findItems<pqPipelineSource*>();
}

/** Whether Apply would do nothing but show this source. */
bool IsAloneToApply(const pqPipelineSource* source)
{
  for (const pqPipelineSource* other : Sources())
  {
    if (other != source && other->modifiedState() != pqProxy::UNMODIFIED)
    {
      return false;
    }
  }
  return true;
}

/** Number of data that the active view shows, but for texts. */
int VisibleHere()
{
  const pqView* view = pqActiveObjects::instance().activeView();
  int count = 0;
  for (const pqRepresentation* shown :
    view ? view->getRepresentations() : QList<pqRepresentation*>())
  {
    const bool text = std::strcmp(shown->getProxy()->GetXMLName(), "TextSourceRepresentation") == 0;
    count += qobject_cast<const pqDataRepresentation*>(shown) && shown->isVisible() && !text;
  }
  return count;
}

/** Writes the time into the active view, unless the session has a source that does so. */
void AddTime(pqServer* server)
{
  constexpr const char* kind = "TimeToTextConvertorSource";
  pqView* view = pqActiveObjects::instance().activeView();
  for (const pqPipelineSource* source : Sources())
  {
    if (std::strcmp(source->getProxy()->GetXMLName(), kind) == 0)
    {
      return;
    }
  }
  if (!qobject_cast<pqRenderView*>(view))
  {
    return;
  }
  pqPipelineSource* active = pqActiveObjects::instance().activeSource();
  pqPipelineSource* time =
    pqApplicationCore::instance()->getObjectBuilder()->createSource("sources", kind, server);
  time->rename("Time");
  vtkSMPropertyHelper format(time->getProxy(), "Format");
  format.Set(std::strchr(format.GetAsString(), '{') ? "t = {time:.4g} s" : "t = %.4g s");
  time->getProxy()->UpdateVTKObjects();
  time->setModifiedState(pqProxy::UNMODIFIED);
  time->getSourceProxy()->UpdatePipeline();
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  controller->Show(time->getSourceProxy(), 0, view->getViewProxy());
  pqActiveObjects::instance().setActiveSource(active);
}

/** Whether a result is of two dimensions; the display of its grains has given its view the
 * camera along -z then (reader/plane_view.h). */
bool IsFlat(const pqPipelineSource* source)
{
  const vtkPVDataInformation* grains = source->getOutputPort(0)->getDataInformation();
  vtkPVArrayInformation* dimensions =
    grains ? grains->GetArrayInformation("dimensions", vtkDataObject::FIELD) : nullptr;
  return dimensions && dimensions->GetComponentRange(0)[1] == 2.0;
}

/** Makes the views show the time that the window says.  The removal of a result that was followed may leave them at
 * its last time, and the window at the first one. */
void AgreeOnTime(const pqPipelineSource* source)
{
  const pqAnimationScene* scene =
    pqPVApplicationCore::instance()->animationManager()->getActiveScene();
  const pqTimeKeeper* keeper = source->getServer()->getTimeKeeper();
  if (scene && keeper && keeper->getTime() != scene->getAnimationTime())
  {
    vtkSMPropertyHelper(keeper->getProxy(), "Time").Set(scene->getAnimationTime());
    keeper->getProxy()->UpdateVTKObjects();
    pqApplicationCore::instance()->render();
  }
}

/** Onto all of a plane; into space from the front, the right and above, with z upwards: gravity
 * points down. */
void LookAt(const pqPipelineSource* source)
{
  auto* view = qobject_cast<pqRenderView*>(pqActiveObjects::instance().activeView());
  if (view && IsFlat(source))
  {
    view->resetCamera();
  }
  else if (view)
  {
    vtkSMPropertyHelper mode(view->getProxy(), "InteractionMode");
    if (mode.GetAsInt() != Space) // a result of two dimensions was here
    {
      mode.Set(Space);
      vtkSMPropertyHelper(view->getProxy(), "CameraParallelProjection").Set(0);
      view->getProxy()->UpdateVTKObjects();
    }
    view->resetViewDirection(-0.9, 1.6, -0.8, 0.0, 0.0, 1.0);
  }
}

/** Whether the question is between Granum Reader and ParaView's own of the same files.  The list
 * of all readers, which "All Files" shows, is the user's to choose from. */
bool IsBetweenTwo(const QDialog* question)
{
  const auto* list = question->findChild<QListWidget*>();
  if (!list || list->count() != 2)
  {
    return false;
  }
  const int name = Qt::UserRole + 1;
  return list->item(0)->data(name) == "GranumReader" && list->item(1)->data(name) == "HDFReader";
}

/** ParaView 5.13 with Qt 6 opens its book of help pages to read only, and has no page then. */
void FillHelp()
{
  pqApplicationCore* core = pqApplicationCore::instance();
  QHelpEngine* help = core->helpEngine();
  if (!help || !help->registeredDocumentations().isEmpty())
  {
    return;
  }
  help->setProperty("readOnly", false); // of Qt 6 only
  help->setupData();
  const QDir pages(":/ParaView/Documentation");
  for (const QString& name : pages.entryList({ "*.qch" }))
  {
    core->registerDocumentation(pages.filePath(name));
  }
  help->setupData();
}

/** Time of the last frame that the window knows, -infinity if there is none. */
double LastTime(vtkSMProxy* reader)
{
  const std::vector<double> times = vtkSMPropertyHelper(reader, "TimestepValues").GetDoubleArray();
  return times.empty() ? -std::numeric_limits<double>::infinity() : times.back();
}

/** Property of a source: the time that was the last at the last look.  An update of the reader between two looks, as
 * by its panel, makes the window know later frames without a step to them. */
constexpr const char* SeenEnd = "granumSeenEnd";

}

//----------------------------------------------------------------------------
pqGranumFollower::pqGranumFollower(QObject* parent)
  : Superclass(parent)
{
}

//----------------------------------------------------------------------------
pqGranumFollower::~pqGranumFollower() = default;

//----------------------------------------------------------------------------
void pqGranumFollower::startup()
{
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    QOverload<pqPipelineSource*, const QString&>::of(&pqObjectBuilder::readerCreated), this,
    &pqGranumFollower::show);
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    &pqObjectBuilder::filterCreated, this, &pqGranumLookAtForces);
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    &pqObjectBuilder::filterCreated, this, &pqGranumLeaveChart);
  // Between these two there are parts of a session.
  const pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(model, &pqServerManagerModel::sourceAdded, this, &pqGranumKeepCurves);
  // Behind the pipeline browser, which does not exist yet.
  const auto once = std::make_shared<QMetaObject::Connection>();
  *once = QObject::connect(model, &pqServerManagerModel::sourceAdded, this,
    [this, model, once]()
    {
      QObject::disconnect(*once);
      QObject::connect(model,
        QOverload<pqPipelineSource*, pqPipelineSource*, int>::of(
          &pqServerManagerModel::connectionAdded),
        this, [](pqPipelineSource*, pqPipelineSource* filter, int) { pqGranumListOnce(filter); });
    });
  QObject::connect(model, &pqServerManagerModel::aboutToRemoveServer, this,
    [this](pqServer*) { this->Timer.stop(); });
  QObject::connect(model, &pqServerManagerModel::serverReady, this,
    [this](pqServer*) { this->Timer.start(Period); });
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqGranumFollower::look);
  this->Timer.start(Period);
  qApp->installEventFilter(this);
}

//----------------------------------------------------------------------------
void pqGranumFollower::shutdown()
{
  this->Timer.stop();
  qApp->removeEventFilter(this);
  QObject::disconnect(pqApplicationCore::instance()->getObjectBuilder(), nullptr, this, nullptr);
  QObject::disconnect(pqApplicationCore::instance()->getServerManagerModel(), nullptr, this,
    nullptr);
}

//----------------------------------------------------------------------------
bool pqGranumFollower::eventFilter(QObject* object, QEvent* event)
{
  // Sent before the help button looks for its page.
  if (event->type() == QEvent::Show && object->objectName() == "pqHelpWindow")
  {
    FillHelp();
  }
  // Sent when the list is complete, before the dialog is on the screen.  The first reader is marked.
  if (event->type() == QEvent::Show && object->objectName() == "pqSelectReaderDialog")
  {
    auto* question = qobject_cast<QDialog*>(object);
    if (question && IsBetweenTwo(question))
    {
      question->setAttribute(Qt::WA_DontShowOnScreen);
      QMetaObject::invokeMethod(question, "accept", Qt::QueuedConnection);
    }
  }
  if (event->type() == QEvent::Show)
  {
    pqGranumNameUnit(object);
  }
  return Superclass::eventFilter(object, event);
}

//----------------------------------------------------------------------------
void pqGranumFollower::show(pqPipelineSource* source)
{
  if (!IsReader(source))
  {
    return;
  }
  // When the application has finished opening it.
  const QPointer<pqPipelineSource> reader = source;
  QTimer::singleShot(0, this,
    [reader]()
    {
      if (reader && reader->modifiedState() == pqProxy::UNINITIALIZED && IsAloneToApply(reader))
      {
        reader->setProperty(SeenEnd, LastTime(reader->getProxy()));
        pqGranumLeaveChart(reader);
        const bool empty = VisibleHere() == 0;
        pqPVApplicationCore::instance()->applyPipeline();
        if (reader)
        {
          pqGranumHideEmpty(reader);
          AgreeOnTime(reader);
        }
        if (empty && reader)
        {
          pqGranumWiden(PanelWidth);
          LookAt(reader);
          if (std::isfinite(LastTime(reader->getProxy())))
          {
            AddTime(reader->getServer());
          }
        }
      }
    });
}

//----------------------------------------------------------------------------
void pqGranumFollower::look()
{
  // A click in a dialog may remove what is looked at.
  if (QApplication::activeModalWidget())
  {
    return;
  }
  QList<QPointer<pqPipelineSource>> sources;
  for (pqPipelineSource* source : Sources())
  {
    sources.append(source);
  }
  for (const QPointer<pqPipelineSource>& source : sources)
  {
    if (source && IsReader(source) && source->modifiedState() == pqProxy::UNMODIFIED &&
      !source->getServer()->isProgressPending())
    {
      this->follow(source);
    }
  }
}

//----------------------------------------------------------------------------
void pqGranumFollower::follow(pqPipelineSource* source)
{
  const QPointer<pqPipelineSource> alive = source;
  vtkSMSourceProxy* reader = source->getSourceProxy();
  if (vtkSMPropertyHelper(reader, "Follow").GetAsInt() == 0)
  {
    return;
  }
  reader->UpdatePropertyInformation(reader->GetProperty("Outdated"));
  const QVariant seen = source->property(SeenEnd);
  const double end = seen.isValid() ? seen.toDouble() : LastTime(reader);
  source->setProperty(SeenEnd, end);
  if (vtkSMPropertyHelper(reader, "Outdated").GetAsInt() == 0 && LastTime(reader) == end)
  {
    return;
  }
  const QPointer<pqAnimationScene> scene =
    pqPVApplicationCore::instance()->animationManager()->getActiveScene();
  const bool atEnd = scene && scene->getAnimationTime() >= end;

  reader->InvokeCommand("Refresh");
  reader->UpdatePipelineInformation();
  if (!alive || !scene) // the session may end while the file is read
  {
    return;
  }
  const double last = LastTime(reader);
  source->setProperty(SeenEnd, last);
  vtkSMAnimationSceneProxy::UpdateAnimationUsingDataTimeSteps(scene->getProxy());
  if (!scene || !atEnd || !std::isfinite(last))
  {
    return;
  }
  if (last > scene->getAnimationTime())
  {
    pqGranumGoTo(scene, last);
  }
  else
  {
    // Another result goes on longer: the time stays, and this one shows its newest frame.
    pqApplicationCore::instance()->render();
  }
}
