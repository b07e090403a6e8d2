#include "pqGranumRunAgain.h"
#include "pqGranumForces.h"
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
#include "pqRenderView.h"
#include "pqServer.h"

#include "vtkNew.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMSourceProxy.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QPushButton>
#include <QString>
#include <QVBoxLayout>

#include <cmath>
#include <cstring>
#include <vector>

namespace
{

// A view as figures are printed.

constexpr double Ink[3] = { 0.1, 0.1, 0.1 }, Paper[3] = { 1.0, 1.0, 1.0 };
constexpr double Pi = 3.14159265358979323846;

void SetIfThere(vtkSMProxy* proxy, const char* property, const double color[3])
{
  if (proxy->GetProperty(property))
  {
    vtkSMPropertyHelper(proxy, property).Set(color, 3);
  }
}

/** The largest of 1, 2, 5 times a power of ten that is not above a length. */
double Rounded(double length)
{
  const double power = std::pow(10.0, std::floor(std::log10(length)));
  return power * (length < 2.0 * power ? 1.0 : length < 5.0 * power ? 2.0 : 5.0);
}

/** A ruler near the lower edge of the view, a fifth of its width or less. */
void AddRuler(pqRenderView* in)
{
  vtkSMProxy* view = in->getProxy();
  double at[3], focus[3], up[3], right[3], start[3], end[3], size[2] = { 1.0, 1.0 };
  vtkSMPropertyHelper(view, "CameraPosition").Get(at, 3);
  vtkSMPropertyHelper(view, "CameraFocalPoint").Get(focus, 3);
  vtkSMPropertyHelper(view, "CameraViewUp").Get(up, 3);
  vtkSMPropertyHelper(view, "ViewSize").Get(size, 2);
  double back[3], distance = 0.0, reach = 0.0;
  for (int c = 0; c < 3; ++c)
  {
    back[c] = at[c] - focus[c];
    distance += back[c] * back[c];
  }
  distance = std::sqrt(distance);
  for (int c = 0; c < 3; ++c)
  {
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    right[c] = up[a] * back[b] - up[b] * back[a];
    reach += right[c] * right[c];
  }
  reach = std::sqrt(reach);
  const bool parallel = vtkSMPropertyHelper(view, "CameraParallelProjection").GetAsInt() != 0;
  const double half = parallel
    ? vtkSMPropertyHelper(view, "CameraParallelScale").GetAsDouble()
    : distance * std::tan(vtkSMPropertyHelper(view, "CameraViewAngle").GetAsDouble() * Pi / 360.0);
  const double wide = 2.0 * half * size[0] / size[1];
  if (!(reach > 0.0) || !(wide > 0.0))
  {
    return;
  }
  // Up across the view, which the up of a camera need not be.
  double upwards[3];
  for (int c = 0; c < 3; ++c)
  {
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    upwards[c] = (back[a] * right[b] - back[b] * right[a]) / (distance * reach);
  }
  const double length = Rounded(wide / 5.0);
  for (int c = 0; c < 3; ++c)
  {
    start[c] = focus[c] - 0.2 * wide * right[c] / reach - 0.88 * half * upwards[c];
    end[c] = start[c] + length * right[c] / reach;
  }
  pqPipelineSource* active = pqActiveObjects::instance().activeSource();
  pqPipelineSource* ruler = pqApplicationCore::instance()->getObjectBuilder()->createSource(
    "sources", "Ruler", in->getServer());
  vtkSMPropertyHelper(ruler->getProxy(), "Point1").Set(start, 3);
  vtkSMPropertyHelper(ruler->getProxy(), "Point2").Set(end, 3);
  ruler->getProxy()->UpdateVTKObjects();
  ruler->setModifiedState(pqProxy::UNMODIFIED);
  ruler->getSourceProxy()->UpdatePipeline();
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  vtkSMProxy* shown =
    controller->Show(ruler->getSourceProxy(), 0, vtkSMViewProxy::SafeDownCast(view));
  if (shown)
  {
    SetIfThere(shown, "AxisColor", Ink);
    SetIfThere(shown, "Color", Ink);
    vtkSMPropertyHelper format(shown, "LabelFormat", true);
    format.Set(std::strchr(format.GetAsString(), '{') ? "{:.3g} m" : "%.3g m");
    shown->UpdateVTKObjects();
  }
  pqActiveObjects::instance().setActiveSource(active); // and its panel stays
}

//----------------------------------------------------------------------------
/** Gives the active 3-D view a white background, dark letters on it and a scale bar at the bottom,
 * which measures where the camera looks at. */
void pqGranumPrintReady()
{
  auto* in = qobject_cast<pqRenderView*>(pqActiveObjects::instance().activeView());
  if (!in)
  {
    return;
  }
  vtkSMProxy* view = in->getProxy();
  vtkSMPropertyHelper(view, "UseColorPaletteForBackground").Set(0);
  vtkSMPropertyHelper(view, "BackgroundColorMode", true).Set(0);
  SetIfThere(view, "Background", Paper);
  SetIfThere(view, "OrientationAxesLabelColor", Ink);
  SetIfThere(view, "OrientationAxesOutlineColor", Ink);
  bool ruled = false;
  const vtkSMPropertyHelper shown(view, "Representations");
  for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
  {
    vtkSMProxy* display = shown.GetAsProxy(i);
    const bool text = display->GetProperty("FontSize") && display->GetProperty("WindowLocation");
    ruled = ruled || QString(display->GetXMLName()).startsWith("Ruler");
    SetIfThere(display, "TitleColor", Ink); // of a colour bar
    SetIfThere(display, "LabelColor", Ink);
    if (text)
    {
      SetIfThere(display, "Color", Ink);
    }
    display->UpdateVTKObjects();
  }
  view->UpdateVTKObjects();
  if (!ruled)
  {
    AddRuler(in);
  }
  in->render();
}

}

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
