#include "pqGranumViews.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqDataRepresentation.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqRenderView.h"
#include "pqServerManagerModel.h"

#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QStringList>
#include <QTimer>
#include <QVariant>

#include <algorithm>
#include <cstring>
#include <memory>

namespace
{

/** Whether a source has tables for charts. */
bool IsTable(const pqPipelineSource* source)
{
  const char* kind = source->getProxy()->GetXMLName();
  return std::strcmp(kind, "HistoryCurves") == 0 || std::strcmp(kind, "ForceStatistics") == 0;
}

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

/** Property of a display: the series that were ticked last. */
constexpr const char* Ticked = "granumTicked";

/** If no series of a chart is ticked: ticks those of before, or all but its x axis. */
void TickAgain(pqDataRepresentation* chart)
{
  vtkSMProxy* display = chart->getProxy();
  vtkSMProperty* property = display->GetProperty("SeriesVisibility");
  if (!property)
  {
    return;
  }
  vtkSMPropertyHelper series(property);
  QStringList names, ticked;
  for (unsigned int i = 0; i + 1 < series.GetNumberOfElements(); i += 2)
  {
    names << series.GetAsString(i);
    if (std::strcmp(series.GetAsString(i + 1), "0") != 0)
    {
      ticked << names.last();
    }
  }
  if (!ticked.isEmpty())
  {
    chart->setProperty(Ticked, ticked);
    return;
  }
  const QStringList before = chart->property(Ticked).toStringList();
  const bool known = std::any_of(before.begin(), before.end(),
    [&names](const QString& name) { return names.contains(name); });
  const QString x = vtkSMPropertyHelper(display, "XArrayName").GetAsString();
  for (int i = 0; i < names.size(); ++i)
  {
    const bool on = known ? before.contains(names[i]) : names[i] != x;
    series.Set(static_cast<unsigned int>(2 * i + 1), on ? "1" : "0");
  }
  display->UpdateVTKObjects();
}

/** The columns of the first port, and what of the history they are. */
QString ColumnsOf(pqPipelineSource* source)
{
  vtkPVDataSetAttributesInformation* rows =
    source->getOutputPort(0)->getDataInformation()->GetRowDataInformation();
  QString columns =
    QString::number(vtkSMPropertyHelper(source->getProxy(), "Curves", true).GetAsInt());
  for (int i = 0; i < rows->GetNumberOfArrays(); ++i)
  {
    columns += QString(" ") + rows->GetArrayInformation(i)->GetName();
  }
  return columns;
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
  if (!IsTable(source))
  {
    return;
  }
  const auto before = std::make_shared<QString>();
  QObject::connect(source, QOverload<pqPipelineSource*>::of(&pqPipelineSource::dataUpdated), source,
    [before](pqPipelineSource* curves)
    {
      const QString now = ColumnsOf(curves);
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
              TickAgain(display);
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
  const bool table = IsTable(source);
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
