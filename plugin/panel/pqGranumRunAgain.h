/**
 * panel/pqGranumRunAgain.h -- buttons of a Granum Reader: run its scene again, follow its run,
 * look at the forces on structures.
 *
 * Room: plugin/panel (Qt, on the client).  The widget of a property with
 * panel_widget="granum_run_again".  Run Again makes a Granum Run of the reader's file, or
 * selects the one there is, and shows its form; nothing starts.  Newest Frame goes to the last
 * frame: from there a view goes on with a running solver.
 */
#ifndef pqGranumRunAgain_h
#define pqGranumRunAgain_h

#include "pqPropertyWidget.h"

class pqGranumRunAgain : public pqPropertyWidget
{
  Q_OBJECT
  using Superclass = pqPropertyWidget;

public:
  pqGranumRunAgain(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqGranumRunAgain() override;

private Q_SLOTS:
  void runAgain();
  void showNewest();

private:
  Q_DISABLE_COPY(pqGranumRunAgain)
};

#endif
