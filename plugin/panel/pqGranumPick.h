/**
 * panel/pqGranumPick.h -- the id of a grain, typed or taken from the selection.
 *
 * Room: plugin/panel (Qt, on the client).  The widget of a property with
 * panel_widget="granum_pick": a line, and a button that writes into it the smallest `id`
 * of the selected points, in any view and of any source.
 */
#ifndef pqGranumPick_h
#define pqGranumPick_h

#include "pqPropertyWidget.h"

class QLineEdit;

class pqGranumPick : public pqPropertyWidget
{
  Q_OBJECT
  using Superclass = pqPropertyWidget;

public:
  pqGranumPick(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqGranumPick() override;

private Q_SLOTS:
  void useSelection();

private:
  Q_DISABLE_COPY(pqGranumPick)

  QLineEdit* Line;
};

#endif
