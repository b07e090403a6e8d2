#include "pqGranumViews.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqDataRepresentation.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqRenderView.h"
#include "pqServerManagerModel.h"

#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

namespace
{

/** Whether a source of that kind may be drawn into a chart that shows something already. */
bool Suits(const char* kind, vtkSMProxy* chart)
{
  return std::strcmp(kind, "HistoryCurves") == 0 &&
    std::strcmp(vtkSMPropertyHelper(chart, "BottomAxisTitle").GetAsString(), "time (s)") == 0 &&
    std::strcmp(vtkSMPropertyHelper(chart, "LeftAxisTitle").GetAsString(), "energy (J)") == 0;
}

}

namespace
{

/** Ticks all series of a chart but its x axis, if none is ticked. */
void TickAll(vtkSMProxy* display)
{
  vtkSMProperty* property = display->GetProperty("SeriesVisibility");
  if (!property)
  {
    return;
  }
  vtkSMPropertyHelper series(property);
  const std::string x = vtkSMPropertyHelper(display, "XArrayName").GetAsString();
  const unsigned int count = series.GetNumberOfElements();
  for (unsigned int i = 0; i + 1 < count; i += 2)
  {
    if (std::strcmp(series.GetAsString(i + 1), "0") != 0)
    {
      return;
    }
  }
  for (unsigned int i = 0; i + 1 < count; i += 2)
  {
    series.Set(i + 1, x == series.GetAsString(i) ? "0" : "1");
  }
  display->UpdateVTKObjects();
}

}

//----------------------------------------------------------------------------
QDockWidget* pqGranumWiden(int width)
{
  auto* window = qobject_cast<QMainWindow*>(pqCoreUtilities::mainWidget());
  auto* properties = window ? window->findChild<QDockWidget*>("propertiesDock") : nullptr;
  if (!properties || properties->isFloating())
  {
    return nullptr;
  }
  const int wide = std::min(width, window->width() * 2 / 5);
  if (properties->width() < wide)
  {
    window->resizeDocks({ properties }, { wide }, Qt::Horizontal);
  }
  return properties;
}

//----------------------------------------------------------------------------
void pqGranumHideEmpty(pqPipelineSource* reader)
{
  // What the file has in later frames alone, such as bodies that are poured, has its field arrays in the first one.
  for (int port = 1; port < reader->getNumberOfOutputPorts(); ++port)
  {
    vtkPVDataInformation* data = reader->getOutputPort(port)->getDataInformation();
    for (pqDataRepresentation* display : reader->getRepresentations(port, nullptr))
    {
      if (data && display->isVisible() && data->GetNumberOfPoints() == 0 &&
        data->GetFieldDataInformation()->GetNumberOfArrays() == 0)
      {
        display->setVisible(false);
      }
    }
  }
}

//----------------------------------------------------------------------------
void pqGranumKeepCurves(pqPipelineSource* source)
{
  if (std::strcmp(source->getProxy()->GetXMLName(), "HistoryCurves") != 0)
  {
    return;
  }
  const auto before = std::make_shared<int>(-1); // the choice that was shown last
  QObject::connect(source, QOverload<pqPipelineSource*>::of(&pqPipelineSource::dataUpdated), source,
    [before](pqPipelineSource* curves)
    {
      const int now = vtkSMPropertyHelper(curves->getProxy(), "Curves").GetAsInt();
      if (now == *before)
      {
        return;
      }
      *before = now;
      // The panel takes the new series when it is drawn, which nothing announces.
      for (const int wait : { 0, 200, 1000 })
      {
        QTimer::singleShot(wait, curves,
          [curves]()
          {
            for (pqDataRepresentation* display : curves->getRepresentations(nullptr))
            {
              TickAll(display->getProxy());
              display->renderViewEventually();
            }
          });
      }
    });
}

//----------------------------------------------------------------------------
void pqGranumLeaveChart(pqPipelineSource* source)
{
  const char* kind = source->getProxy()->GetXMLName();
  const bool result = std::strcmp(kind, "GranumReader") == 0;
  const bool table =
    std::strcmp(kind, "HistoryCurves") == 0 || std::strcmp(kind, "ForceStatistics") == 0;
  pqView* view = pqActiveObjects::instance().activeView();
  if (!(result || table) || !view ||
    std::strcmp(view->getProxy()->GetXMLName(), "XYChartView") != 0 ||
    (table &&
      (view->getNumberOfVisibleDataRepresentations() == 0 || Suits(kind, view->getProxy()))))
  {
    return;
  }
  const auto views =
    pqApplicationCore::instance()->getServerManagerModel()->findItems<pqRenderView*>();
  pqActiveObjects::instance().setActiveView(views.isEmpty() ? nullptr : views.front());
}
