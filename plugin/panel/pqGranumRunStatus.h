/**
 * panel/pqGranumRunStatus.h -- progress of a run and the log of the solver.
 *
 * Room: plugin/panel (Qt, on the client).  The widget of a property with
 * panel_widget="granum_run_status" of a Granum Run: its state, a bar of its progress and
 * its log, updated twice a second while they are visible.
 */
#ifndef pqGranumRunStatus_h
#define pqGranumRunStatus_h

#include "pqPropertyWidget.h"

#include <QTimer>

class QLabel;
class QPlainTextEdit;
class QProgressBar;

class pqGranumRunStatus : public pqPropertyWidget
{
  Q_OBJECT
  using Superclass = pqPropertyWidget;

public:
  pqGranumRunStatus(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqGranumRunStatus() override;

private Q_SLOTS:
  void look();

private:
  Q_DISABLE_COPY(pqGranumRunStatus)

  QLabel* State;
  QProgressBar* Progress;
  QPlainTextEdit* Log;
  QTimer Timer;
};

#endif
