#include "pqGranumContactsOf.h"
#include "pqGranumSelected.h"

#include <QLineEdit>
#include <QPushButton>
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
void pqGranumContactsOf::useSelection()
{
  const QString words = pqGranumSelectedContacts();
  if (!words.isEmpty())
  {
    this->Line->setText(words);
  }
}
