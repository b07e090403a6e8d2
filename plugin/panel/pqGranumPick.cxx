#include "pqGranumPick.h"
#include "pqGranumSelected.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqOutputPort.h"
#include "pqPVApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqRenderView.h"
#include "pqServerManagerModel.h"

#include "vtkBoundingBox.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMViewProxy.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <vector>

namespace
{

enum Port
{
  SHELL,
  STENCIL,
  GRAIN,
  MISSING,
  SUMMARY
};

constexpr double Margin = 0.1; // of the extent of the stencil, around it

}

//----------------------------------------------------------------------------
pqGranumPick::pqGranumPick(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent)
  : Superclass(proxy, parent)
  , Line(new QLineEdit(this))
  , Note(new QLabel(this))
{
  auto* button = new QPushButton("Use Selection", this);
  auto* before = new QPushButton("Previous Incomplete", this);
  auto* after = new QPushButton("Next Incomplete", this);
  this->Line->setObjectName("Id");
  this->Note->setObjectName("Note");
  this->Note->setWordWrap(true);
  button->setObjectName("UseSelection");
  before->setObjectName("PreviousIncomplete");
  after->setObjectName("NextIncomplete");
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->addWidget(this->Line, 0, 0); // one below another: panels are narrow at first
  grid->addWidget(button, 1, 0);
  grid->addWidget(before, 2, 0);
  grid->addWidget(after, 3, 0);
  grid->addWidget(this->Note, 4, 0);
  this->setChangeAvailableAsChangeFinished(true);
  this->addPropertyLink(this->Line, "text", SIGNAL(textChanged(const QString&)), property);
  QObject::connect(button, &QPushButton::clicked, this, &pqGranumPick::useSelection);
  QObject::connect(before, &QPushButton::clicked, this, [this]() { this->step(-1); });
  QObject::connect(after, &QPushButton::clicked, this, [this]() { this->step(1); });
}

//----------------------------------------------------------------------------
pqGranumPick::~pqGranumPick() = default;

//----------------------------------------------------------------------------
void pqGranumPick::useSelection()
{
  QList<pqOutputPort*> ports;
  for (const pqPipelineSource* source :
    pqApplicationCore::instance()->getServerManagerModel()->findItems<pqPipelineSource*>())
  {
    ports += source->getOutputPorts();
  }
  for (pqOutputPort* port : ports)
  {
    const vtkSmartPointer<vtkPVDataInformation> selected = pqGranumSelected(port);
    vtkPVArrayInformation* id =
      selected ? selected->GetPointDataInformation()->GetArrayInformation("id") : nullptr;
    if (id)
    {
      this->Line->setText(QString::number(static_cast<qlonglong>(id->GetComponentRange(0)[0])));
      return;
    }
  }
  QMessageBox::information(pqCoreUtilities::mainWidget(), "Granum",
    "No grain is selected: select one in a view or a spreadsheet first.");
}

//----------------------------------------------------------------------------
void pqGranumPick::step(int direction)
{
  auto* filter = vtkSMSourceProxy::SafeDownCast(this->proxy());
  auto* view = qobject_cast<pqRenderView*>(pqActiveObjects::instance().activeView());
  if (!filter || !view)
  {
    this->Note->setText("The active view is no 3-D view: click into one first.");
    return;
  }
  const double time = vtkSMPropertyHelper(view->getProxy(), "ViewTime").GetAsDouble();
  filter->UpdatePipeline(time);
  filter->UpdatePropertyInformation();
  const vtkSMPropertyHelper known(filter, "IncompleteIds");
  std::vector<qlonglong> ids;
  for (unsigned int i = 0; i < known.GetNumberOfElements(); ++i)
  {
    ids.push_back(static_cast<qlonglong>(known.GetAsIdType(i)));
  }
  if (ids.empty())
  {
    this->Note->setText(QString("At t = %1 s every stencil is complete; Coverage lists the times "
                                "at which coverage was lost.")
                          .arg(time));
    return;
  }
  // The ids rise; after the last comes the first.
  const qlonglong now = this->Line->text().toLongLong();
  auto next = direction > 0 ? std::upper_bound(ids.begin(), ids.end(), now)
                            : std::lower_bound(ids.begin(), ids.end(), now);
  if (direction > 0)
  {
    next = next == ids.end() ? ids.begin() : next;
  }
  else
  {
    next = next == ids.begin() ? ids.end() - 1 : next - 1;
  }
  this->Line->setText(QString::number(*next));
  this->Note->setText(QString("Grain %1 of %2 with an incomplete stencil at t = %3 s")
                        .arg(next - ids.begin() + 1)
                        .arg(ids.size())
                        .arg(time));
  this->show(filter, view, *next, time);
}

//----------------------------------------------------------------------------
void pqGranumPick::show(vtkSMSourceProxy* filter, pqRenderView* view, qlonglong id, double time)
{
  vtkSMPropertyHelper(filter, "GrainId").Set(static_cast<vtkIdType>(id));
  filter->UpdateVTKObjects();
  pqPVApplicationCore::instance()->applyPipeline(); // so that the panel has nothing left to apply
  filter->UpdatePipeline(time);
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  for (const int port : { STENCIL, GRAIN, MISSING, SUMMARY })
  {
    controller->Show(filter, port, view->getViewProxy());
  }
  controller->Hide(filter, SHELL, view->getViewProxy());
  vtkBoundingBox box(filter->GetDataInformation(STENCIL)->GetBounds());
  if (box.IsValid())
  {
    double bounds[6];
    box.Inflate(Margin * box.GetMaxLength());
    box.GetBounds(bounds);
    view->getRenderViewProxy()->ResetCamera(bounds);
  }
  view->render();
}
