#include "pqGranumRunOpener.h"
#include "pqGranumParameters.h"
#include "pqGranumSources.h"
#include "pqGranumSweep.h"

#include "pqActiveObjects.h"
#include "pqAnimationManager.h"
#include "pqAnimationScene.h"
#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqLinksModel.h"
#include "pqLoadDataReaction.h"
#include "pqObjectBuilder.h"
#include "pqOutputPort.h"
#include "pqPVApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqRenderView.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"

#include "vtkNew.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSMViewLayoutProxy.h"
#include "vtkSMViewProxy.h"

#include <QFileInfo>
#include <QMap>
#include <QString>

#include <array>
#include <vector>

namespace
{

// Opens the result of a run beside the result it was made from.

enum OpenIn
{
  Beside,
  Same,
  Nowhere
};

constexpr int MostKeys = 3; // that a title names

QList<pqRenderView*> RenderViews()
{
  return pqApplicationCore::instance()->getServerManagerModel()->findItems<pqRenderView*>();
}

bool Shows(const pqView* view, const pqPipelineSource* source)
{
  for (int port = 0; view && source && port < source->getNumberOfOutputPorts(); ++port)
  {
    const pqDataRepresentation* shown = source->getRepresentation(port, const_cast<pqView*>(view));
    if (shown && shown->isVisible())
    {
      return true;
    }
  }
  return false;
}

/** The 3-D view that shows a source, the active one before others; null if none does. */
pqRenderView* ViewOf(const pqPipelineSource* source)
{
  auto* active = qobject_cast<pqRenderView*>(pqActiveObjects::instance().activeView());
  if (Shows(active, source))
  {
    return active;
  }
  for (pqRenderView* view : RenderViews())
  {
    if (Shows(view, source))
    {
      return view;
    }
  }
  return nullptr;
}

/** A new 3-D view in the right half of another view's place. */
pqRenderView* ViewBeside(pqView* other, pqServer* server)
{
  auto* view = qobject_cast<pqRenderView*>(
    pqApplicationCore::instance()->getObjectBuilder()->createView(pqRenderView::renderViewType(),
      server));
  vtkSMViewLayoutProxy* layout =
    other ? vtkSMViewLayoutProxy::FindLayout(other->getViewProxy()) : nullptr;
  if (view && layout)
  {
    const int left = layout->SplitHorizontal(layout->GetViewLocation(other->getViewProxy()), 0.5);
    layout->AssignView(left + 1, view->getViewProxy());
  }
  else if (view)
  {
    pqApplicationCore::instance()->getObjectBuilder()->addToLayout(view);
  }
  return view;
}

void CopyCamera(const pqView* from, const pqView* to)
{
  for (const char* name : { "CameraPosition", "CameraFocalPoint", "CameraViewUp", "CameraViewAngle",
         "CameraParallelScale", "CameraParallelProjection", "CenterOfRotation" })
  {
    if (vtkSMProperty* property = to->getProxy()->GetProperty(name))
    {
      property->Copy(from->getProxy()->GetProperty(name));
    }
  }
  to->getProxy()->UpdateVTKObjects();
}

/** Colours, opacity and representation of one source in one view, for another in another. */
void CopyDisplay(const pqPipelineSource* from, pqView* fromView, const pqPipelineSource* to,
  pqView* toView)
{
  for (int port = 0; port < to->getNumberOfOutputPorts(); ++port)
  {
    const pqDataRepresentation* source = from->getRepresentation(port, fromView);
    const pqDataRepresentation* target = to->getRepresentation(port, toView);
    if (!source || !target || !source->isVisible())
    {
      continue;
    }
    for (const char* name : { "ColorArrayName", "LookupTable", "DiffuseColor", "AmbientColor",
           "Opacity", "Representation" })
    {
      vtkSMProperty* property = target->getProxy()->GetProperty(name);
      if (property && source->getProxy()->GetProperty(name))
      {
        property->Copy(source->getProxy()->GetProperty(name));
      }
    }
    target->getProxy()->UpdateVTKObjects();
  }
}

/** The ranges of the colours that a view uses. */
class ColorRanges
{
public:
  ColorRanges(const pqPipelineSource* source, pqView* view)
  {
    for (int port = 0; source && view && port < source->getNumberOfOutputPorts(); ++port)
    {
      pqDataRepresentation* shown = source->getRepresentation(port, view);
      vtkSMProxy* colors = shown ? shown->getLookupTableProxy() : nullptr;
      std::array<double, 2> range;
      if (colors && vtkSMTransferFunctionProxy::GetRange(colors, range.data()))
      {
        this->Ranges.push_back({ colors, range });
      }
    }
  }

  /** Widen the ranges of now to what they were. */
  void extend() const
  {
    for (const auto& each : this->Ranges)
    {
      vtkSMTransferFunctionProxy::RescaleTransferFunction(each.first, each.second.data(), true);
    }
  }

private:
  std::vector<std::pair<vtkSmartPointer<vtkSMProxy>, std::array<double, 2>>> Ranges;
};

/** A title of a view, made or renewed. */
void SetTitle(pqView* view, const QString& name, const QString& text)
{
  pqPipelineSource* title = nullptr;
  for (pqPipelineSource* source : pqGranumSources("TextSource"))
  {
    title = source->getSMName() == name ? source : title;
  }
  if (!title)
  {
    title = pqApplicationCore::instance()->getObjectBuilder()->createSource("sources", "TextSource",
      view->getServer());
    title->rename(name);
  }
  vtkSMPropertyHelper(title->getProxy(), "Text").Set(text.toUtf8().constData());
  title->getProxy()->UpdateVTKObjects();
  title->setModifiedState(pqProxy::UNMODIFIED);
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  vtkSMProxy* shown = controller->Show(title->getSourceProxy(), 0, view->getViewProxy());
  if (shown)
  {
    vtkSMPropertyHelper(shown, "WindowLocation", true).Set("Upper Center");
    vtkSMPropertyHelper(shown, "FontSize", true).Set(14);
    shown->UpdateVTKObjects();
  }
}

/** "friction 0.4" of the parent and of the child, for the keys that the run changed. */
struct Titles
{
  QString Parent;
  QString Child;
};

Titles TitlesOf(vtkSMProxy* run)
{
  QMap<QString, QString> values;
  for (const pqGranumParameter& row : pqGranumReadParameters(pqGranumText(run, "Parameters")).Rows)
  {
    values[row.Path] = row.Value;
  }
  const vtkSMPropertyHelper overrides(run, "Overrides");
  const int n = static_cast<int>(overrides.GetNumberOfElements());
  QStringList parent;
  QStringList child;
  for (int i = 0; i < n && i < MostKeys; ++i)
  {
    const QString line = overrides.GetAsString(static_cast<unsigned int>(i));
    const int equals = line.indexOf('=');
    const QString path = line.left(equals);
    const QString now = values.value(path);
    parent << path + " = " + (now.isEmpty() ? QString("not given") : now);
    child << path + " = " + line.mid(equals + 1);
  }
  if (n > MostKeys)
  {
    parent << QString("and %1 more").arg(n - MostKeys);
    child << parent.last();
  }
  return { parent.join("\n"), child.join("\n") };
}

pqAnimationScene* Scene()
{
  return pqPVApplicationCore::instance()->animationManager()->getActiveScene();
}

/** Show each port as Apply does, without applying anything else. */
void ShowAll(pqPipelineSource* source, pqView* view)
{
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  source->setModifiedState(pqProxy::UNMODIFIED);
  source->updatePipeline();
  for (int port = 0; port < source->getNumberOfOutputPorts(); ++port)
  {
    controller->ShowInPreferredView(source->getSourceProxy(), port,
      view ? vtkSMViewProxy::SafeDownCast(view->getProxy()) : nullptr);
  }
}

/** After the child is shown: as the parent, with its camera, at the time of before. */
void Match(pqPipelineSource* run, pqPipelineSource* parent, pqRenderView* parentView,
  pqPipelineSource* child, pqRenderView* view)
{
  CopyDisplay(parent, parentView, child, view);
  if (view == parentView)
  {
    return;
  }
  CopyCamera(parentView, view);
  const QString name = "cameras of " + parent->getSMName() + " and " + child->getSMName();
  pqApplicationCore::instance()->getLinksModel()->addCameraLink(name, parentView->getProxy(),
    view->getProxy());
  const Titles titles = TitlesOf(run->getProxy());
  SetTitle(parentView, "title of " + parent->getSMName(),
    parent->getSMName() + "\n" + titles.Parent);
  SetTitle(view, "title of " + child->getSMName(), child->getSMName() + "\n" + titles.Child);
}

//----------------------------------------------------------------------------
/**
 * Open a result of a Granum Run as its property OpenIn says: in a view beside the view that
 * shows Input, with the same camera from then on; in that view; or not at all.  Both views get a
 * title that says what differs.  Colours, their range and the time stay as they are.
 */
void pqGranumOpenResult(pqPipelineSource* run, const QString& file)
{
  const int where = vtkSMPropertyHelper(run->getProxy(), "OpenIn").GetAsInt();
  if (where == Nowhere || pqGranumReaderOf(file))
  {
    return;
  }
  pqPipelineSource* parent =
    pqGranumReaderOf(vtkSMPropertyHelper(run->getProxy(), "Input").GetAsString());
  pqRenderView* parentView = parent ? ViewOf(parent) : nullptr;
  pqRenderView* view = parentView;
  pqView* active = pqActiveObjects::instance().activeView();
  if (parentView && where == Beside)
  {
    view = ViewBeside(parentView, run->getServer());
  }
  else if (!parentView && !qobject_cast<pqRenderView*>(active))
  {
    // A chart is active, in which the result would stay unseen.
    const QList<pqRenderView*> others = RenderViews();
    view = others.isEmpty() ? ViewBeside(active, run->getServer()) : others.first();
  }
  if (view)
  {
    pqActiveObjects::instance().setActiveView(view);
  }
  const ColorRanges ranges(parent, parentView);
  const double time = Scene() ? Scene()->getAnimationTime() : 0.0;
  pqPipelineSource* child = pqLoadDataReaction::loadData(QStringList(file));
  if (!child)
  {
    return;
  }
  ShowAll(child, view);
  if (parent && parentView)
  {
    Match(run, parent, parentView, child, view);
    ranges.extend();
  }
  if (parent && Scene() && Scene()->getAnimationTime() != time)
  {
    pqGranumGoTo(Scene(), time);
  }
  pqApplicationCore::instance()->render();
}

}

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
