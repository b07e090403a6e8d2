/**
 * panel/pqGranumPick.h -- the id of a grain, typed or taken from the selection.
 *
 * Room: plugin/panel (Qt, on the client).  The widget of a property with
 * panel_widget="granum_pick": a line, and a button that writes into it the smallest `id`
 * of the selected points, in any view and of any source.  Two more buttons pick the previous
 * and the next grain whose stencil is incomplete at the time of the active view, by its id,
 * and show it there: its stencil, the missing sites and the sentences.
 */
#ifndef pqGranumPick_h
#define pqGranumPick_h

#include "pqPropertyWidget.h"

class QLabel;
class QLineEdit;
class pqRenderView;
class vtkSMSourceProxy;

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

  /** Picks the incomplete grain after (1) or before (-1) the one that is picked. */
  void step(int direction);
  void show(vtkSMSourceProxy* filter, pqRenderView* view, qlonglong id, double time);

  QLineEdit* Line;
  QLabel* Note;
};

#endif
