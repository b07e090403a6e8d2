/**
 * panel/pqGranumForm.h -- the form of a Granum Run: what to change, and the run itself.
 *
 * Room: plugin/panel (Qt, on the client).  The widget of the property Overrides with
 * panel_widget="granum_form": the parameters of Input's scene in a table.  Each edit goes to the
 * server at once, where the solver checks the changed scene; its message stands below the
 * table, and Launch waits for a scene that it accepts.  Launch applies the panel first: what
 * runs is what is seen.  Nothing starts but by Launch and Resume.
 */
#ifndef pqGranumForm_h
#define pqGranumForm_h

#include "pqPropertyWidget.h"

#include <QMap>

class pqGranumRunStatus;
class pqGranumTable;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class vtkEventQtSlotConnect;

class pqGranumForm : public pqPropertyWidget
{
  Q_OBJECT
  using Superclass = pqPropertyWidget;

public:
  pqGranumForm(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqGranumForm() override;

  void apply() override;

private Q_SLOTS:
  void load();
  void edited();
  void launch();
  void addKey();
  void explain();
  void noticeInput();
  void noticeChanges();

private:
  Q_DISABLE_COPY(pqGranumForm)

  void showEvent(QShowEvent* event) override;
  void filter();
  void push();
  void check();
  void judge();
  void show(const QString& text, bool isError);

  pqGranumRunStatus* Status;
  pqGranumTable* Table;
  QLineEdit* Search;
  QComboBox* Which;
  QPushButton* ResetAll;
  QLabel* Help;
  QLabel* Refusal;
  QLineEdit* Added;
  vtkEventQtSlotConnect* Events;
  bool IsPushing = false;
  bool IsWaiting = false;
  bool IsAccepted = false;
  int Runs = 1; // that Launch starts
};

#endif
