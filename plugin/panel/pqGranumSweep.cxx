#include "pqGranumSweep.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqObjectBuilder.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqSpreadSheetView.h"
#include "pqXYChartView.h"

#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMViewLayoutProxy.h"
#include "vtkSMViewProxy.h"

#include "vtkNew.h"

#include <QHeaderView>
#include <QPointer>
#include <QStringList>
#include <QTableView>

namespace
{

/** What is drawn: the first that is a number, for a heap without contacts has no mean force. */
struct Figure
{
  const char* Name;
  const char* Title;
};
const Figure Figures[] = { { "mean_normal_force", "mean normal force (N)" },
  { "kinetic_energy", "kinetic energy (J)" } };
constexpr const char* Circle = "4"; // of the chart's marker styles

/** A view of a type that shows the run's table, if there is one. */
pqView* ViewOf(pqPipelineSource* run, const QString& type)
{
  for (pqView* view : pqApplicationCore::instance()->getServerManagerModel()->findItems<pqView*>())
  {
    const pqDataRepresentation* shown =
      view->getViewType() == type ? run->getRepresentation(0, view) : nullptr;
    if (shown)
    {
      return view;
    }
  }
  return nullptr;
}

/** A new view below another, or where ParaView puts it. */
pqView* NewView(pqPipelineSource* run, const QString& type, pqView* other,
  vtkSMViewLayoutProxy::Direction direction)
{
  pqObjectBuilder* builder = pqApplicationCore::instance()->getObjectBuilder();
  pqView* view = builder->createView(type, run->getServer());
  vtkSMViewLayoutProxy* layout =
    other ? vtkSMViewLayoutProxy::FindLayout(other->getViewProxy()) : nullptr;
  if (layout)
  {
    const int first = layout->Split(layout->GetViewLocation(other->getViewProxy()), direction, 0.5);
    layout->AssignView(first + 1, view->getViewProxy());
  }
  else
  {
    builder->addToLayout(view);
  }
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  controller->Show(run->getSourceProxy(), 0, view->getViewProxy());
  return view;
}

/** Columns of numbers. */
QStringList Numbers(pqPipelineSource* run)
{
  QStringList names;
  vtkPVDataSetAttributesInformation* rows =
    run->getSourceProxy()->GetDataInformation(0)->GetRowDataInformation();
  for (int i = 0; i < rows->GetNumberOfArrays(); ++i)
  {
    vtkPVArrayInformation* column = rows->GetArrayInformation(i);
    if (column->GetDataType() != VTK_STRING)
    {
      names << column->GetName();
    }
  }
  return names;
}

/** Whether a column has a number in some row. */
bool HasNumber(pqPipelineSource* run, const char* name)
{
  vtkPVArrayInformation* column =
    run->getSourceProxy()->GetDataInformation(0)->GetRowDataInformation()->GetArrayInformation(
      name);
  return column && column->GetComponentRange(0)[0] <= column->GetComponentRange(0)[1];
}

Figure Chosen(pqPipelineSource* run)
{
  for (const Figure& figure : Figures)
  {
    if (HasNumber(run, figure.Name))
    {
      return figure;
    }
  }
  return Figures[0];
}

void SetSeries(vtkSMProxy* chart, const char* property, const QStringList& pairs)
{
  if (!chart->GetProperty(property))
  {
    return;
  }
  vtkSMPropertyHelper helper(chart, property);
  helper.SetNumberOfElements(static_cast<unsigned int>(pairs.size()));
  for (int i = 0; i < pairs.size(); ++i)
  {
    helper.Set(static_cast<unsigned int>(i), pairs[i].toUtf8().constData());
  }
}

/** One figure against the swept key, with titles; another is chosen in the panel. */
void SetChart(pqPipelineSource* run, pqView* view)
{
  vtkSMProxy* chart = run->getRepresentation(0, view)->getProxy();
  const QString line = vtkSMPropertyHelper(run->getProxy(), "Sweep").GetAsString();
  const QString key = line.left(line.indexOf('='));
  const QStringList numbers = Numbers(run);
  const bool hasKey = numbers.contains(key); // else its values are words
  vtkSMPropertyHelper(chart, "UseIndexForXAxis").Set(hasKey ? 0 : 1);
  if (hasKey)
  {
    vtkSMPropertyHelper(chart, "XArrayName").Set(key.toUtf8().constData());
  }
  const Figure figure = Chosen(run);
  QStringList visible;
  QStringList markers;
  for (const QString& name : numbers)
  {
    visible << name << (name == figure.Name ? "1" : "0");
    markers << name << Circle;
  }
  SetSeries(chart, "SeriesVisibility", visible);
  SetSeries(chart, "SeriesMarkerStyle", markers);
  chart->UpdateVTKObjects();
  vtkSMProxy* axes = view->getProxy();
  vtkSMPropertyHelper(axes, "BottomAxisTitle").Set(key.toUtf8().constData());
  // In ParaView's other letters [0] looks like (0).
  vtkSMPropertyHelper(axes, "BottomAxisTitleFontFamily", true).Set("Courier");
  for (const char* size : { "BottomAxisTitleFontSize", "LeftAxisTitleFontSize" })
  {
    vtkSMPropertyHelper(axes, size, true).Set(12);
  }
  vtkSMPropertyHelper(axes, "LeftAxisTitle").Set(figure.Title);
  vtkSMPropertyHelper(axes, "ShowLegend", true).Set(0); // one curve, named by the axis
  axes->UpdateVTKObjects();
}

/** The columns of a sheet: swept keys, figures, the course of the runs; ParaView sorts them by name. */
void OrderColumns(pqPipelineSource* run, QTableView* sheet)
{
  QStringList order;
  const vtkSMPropertyHelper lines(run->getProxy(), "Sweep");
  for (unsigned int i = 0; i < lines.GetNumberOfElements(); ++i)
  {
    order << QString(lines.GetAsString(i)).section('=', 0, 0).trimmed();
  }
  order << "mean_normal_force"
        << "kinetic_energy"
        << "balance_error"
        << "share_by_sites"
        << "state"
        << "time"
        << "frames"
        << "result"
        << "message";
  QHeaderView* header = sheet->horizontalHeader();
  int place = 0;
  for (const QString& name : order)
  {
    for (int column = 0; column < header->count(); ++column)
    {
      if (sheet->model()->headerData(column, Qt::Horizontal).toString() == name)
      {
        header->moveSection(header->visualIndex(column), place++);
      }
    }
  }
}

/** Orders the columns of a view whenever it has new ones. */
void KeepOrder(pqPipelineSource* run, pqView* view)
{
  auto* sheet = view->widget()->findChild<QTableView*>();
  if (sheet)
  {
    const QPointer<pqPipelineSource> alive(run);
    const auto order = [alive, sheet]()
    {
      if (alive)
      {
        OrderColumns(alive, sheet);
      }
    };
    QObject::connect(sheet->model(), &QAbstractItemModel::modelReset, sheet, order,
      Qt::QueuedConnection);
    QObject::connect(sheet->model(), &QAbstractItemModel::headerDataChanged, sheet, order,
      Qt::QueuedConnection);
    order();
  }
}

/** Whether the chart draws a first figure that has no numbers, though another has. */
bool IsEmpty(pqPipelineSource* run, pqView* view)
{
  const QString title = vtkSMPropertyHelper(view->getProxy(), "LeftAxisTitle").GetAsString();
  return title == Figures[0].Title && title != Chosen(run).Title;
}

}

//----------------------------------------------------------------------------
void pqGranumShowSweep(pqPipelineSource* run)
{
  run->getSourceProxy()->MarkModified(run->getSourceProxy());
  run->updatePipeline();
  pqView* before = pqActiveObjects::instance().activeView();
  const QString sheets = pqSpreadSheetView::spreadsheetViewType();
  const QString charts = pqXYChartView::XYChartViewType();
  pqView* sheet = ViewOf(run, sheets);
  if (!sheet)
  {
    sheet = NewView(run, sheets, before, vtkSMViewLayoutProxy::VERTICAL);
    KeepOrder(run, sheet);
  }
  pqView* chart = ViewOf(run, charts);
  if (!chart)
  {
    chart = NewView(run, charts, sheet, vtkSMViewLayoutProxy::HORIZONTAL);
    SetChart(run, chart);
  }
  sheet->render();
  chart->render();
  pqActiveObjects::instance().setActiveView(before);
}

//----------------------------------------------------------------------------
void pqGranumRenewSweep(pqPipelineSource* run)
{
  run->getSourceProxy()->MarkModified(run->getSourceProxy());
  for (const QString& type :
    { pqSpreadSheetView::spreadsheetViewType(), pqXYChartView::XYChartViewType() })
  {
    pqView* view = ViewOf(run, type);
    if (view)
    {
      view->render(); // brings the table up to date
    }
    if (view && type == pqXYChartView::XYChartViewType() && IsEmpty(run, view))
    {
      SetChart(run, view);
      view->render();
    }
  }
}
