/**
 * panel/pqGranumContactsOf.h -- grains whose contacts are shown: by id or by selection.
 *
 * Room: plugin/panel (Qt, on the client).  The widget of a text property with
 * panel_widget="granum_contacts_of".  Use Selection enters the ids of the selected grains, or
 * the pairs of the selected contacts, of a view or a spreadsheet; of a remote server, whose data
 * are not here, one of them.
 */
#ifndef pqGranumContactsOf_h
#define pqGranumContactsOf_h

#include "pqPropertyWidget.h"

class QLineEdit;

class pqGranumContactsOf : public pqPropertyWidget
{
  Q_OBJECT
  using Superclass = pqPropertyWidget;

public:
  pqGranumContactsOf(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqGranumContactsOf() override;

  /** Another choice that is applied moves the camera to its grains. */
  void apply() override;

private Q_SLOTS:
  void useSelection();

private:
  Q_DISABLE_COPY(pqGranumContactsOf)

  QLineEdit* Line;
};

#endif
