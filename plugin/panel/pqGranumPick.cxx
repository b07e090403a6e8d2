#include "pqGranumPick.h"
#include "pqGranumSelected.h"

#include "pqApplicationCore.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"

#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"

#include <QDebug>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

//----------------------------------------------------------------------------
pqGranumPick::pqGranumPick(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent)
  : Superclass(proxy, parent)
  , Line(new QLineEdit(this))
{
  auto* button = new QPushButton("Use Selection", this);
  this->Line->setObjectName("Id");
  button->setObjectName("UseSelection");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(this->Line);
  row->addWidget(button);
  this->setChangeAvailableAsChangeFinished(true);
  this->addPropertyLink(this->Line, "text", SIGNAL(textChanged(const QString&)), property);
  QObject::connect(button, &QPushButton::clicked, this, &pqGranumPick::useSelection);
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
  qCritical() << "No grain is selected: select one in a view or a spreadsheet first";
}
