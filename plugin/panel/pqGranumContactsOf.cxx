#include "pqGranumContactsOf.h"
#include "pqGranumForces.h"
#include "pqGranumSelected.h"
#include "pqGranumSources.h"

#include "pqActiveObjects.h"
#include "pqPipelineSource.h"

#include "vtkSMPropertyHelper.h"

#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

//----------------------------------------------------------------------------
pqGranumContactsOf::pqGranumContactsOf(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent)
  : Superclass(proxy, parent)
  , Line(new QLineEdit(this))
{
  auto* button = new QPushButton("Use Selection", this);
  this->Line->setObjectName("Ids");
  this->Line->setPlaceholderText("all; or ids: 100 100-205 100-left");
  button->setObjectName("UseSelection");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(this->Line);
  column->addWidget(button);
  this->setChangeAvailableAsChangeFinished(true);
  this->addPropertyLink(this->Line, "text", SIGNAL(textChanged(const QString&)), property);
  QObject::connect(button, &QPushButton::clicked, this, &pqGranumContactsOf::useSelection);
}

//----------------------------------------------------------------------------
pqGranumContactsOf::~pqGranumContactsOf() = default;

//----------------------------------------------------------------------------
void pqGranumContactsOf::apply()
{
  const QString before = vtkSMPropertyHelper(this->property()).GetAsString();
  Superclass::apply();
  const QPointer<pqPipelineSource> network = pqGranumSource(this->proxy());
  if (network && this->Line->text() != before && !this->Line->text().isEmpty())
  {
    QTimer::singleShot(0, network, // when the data are there
      [network]() { pqGranumZoom(network, pqActiveObjects::instance().activeView()); });
  }
}

//----------------------------------------------------------------------------
void pqGranumContactsOf::useSelection()
{
  const QString words = pqGranumSelectedContacts();
  if (!words.isEmpty())
  {
    this->Line->setText(words);
  }
}
