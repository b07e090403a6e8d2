/**
 * panel/pqGranumLosses.h -- steps to the frames before which coverage was lost.
 *
 * Room: plugin/panel (Qt, on the client).  The widget of a property with
 * panel_widget="granum_losses", of a Coverage: two buttons, which set the time of the
 * animation, and a line with the number of these frames.  The time line of ParaView 5.11
 * takes no marks of others.
 */
#ifndef pqGranumLosses_h
#define pqGranumLosses_h

#include "pqPropertyWidget.h"

class QLabel;

class pqGranumLosses : public pqPropertyWidget
{
  Q_OBJECT
  using Superclass = pqPropertyWidget;

public:
  pqGranumLosses(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqGranumLosses() override;

private:
  Q_DISABLE_COPY(pqGranumLosses)

  /** Goes to the next (1) or the previous (-1) of these frames. */
  void step(int direction);

  QLabel* Note;
};

#endif
