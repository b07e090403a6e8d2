/**
 * panel/pqGranumRunStatus.h -- buttons, progress and log of a Granum Run.
 *
 * Room: plugin/panel (Qt, on the client).  Part of the form (pqGranumForm.h).  The state is read
 * twice a second while the widget is visible.  The message of a failure stands here.
 */
#ifndef pqGranumRunStatus_h
#define pqGranumRunStatus_h

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class vtkSMProxy;

class pqGranumRunStatus : public QWidget
{
  Q_OBJECT
  using Superclass = QWidget;

public:
  explicit pqGranumRunStatus(vtkSMProxy* run, QWidget* parent = nullptr);
  ~pqGranumRunStatus() override;

  /** Whether Launch may be pressed; if not, why. */
  void allowLaunch(bool allow, const QString& reason);

  /** How many runs Launch starts: more than one for a sweep. */
  void setRuns(int runs);

Q_SIGNALS:
  void launch();
  void compare();
  void results();

public Q_SLOTS:
  void look();

private:
  Q_DISABLE_COPY(pqGranumRunStatus)

  QPushButton* addButton(const char* name, const QString& text, const QString& help);
  void command(const char* property);
  void updateLaunch();

  vtkSMProxy* Run;
  QPushButton* Launch;
  QPushButton* Stop;
  QPushButton* Resume;
  QPushButton* Compare;
  QPushButton* Results;
  QLabel* State;
  QLabel* Message;
  QProgressBar* Progress;
  QCheckBox* ShowLog;
  QPlainTextEdit* Log;
  QTimer Timer;
  bool IsAllowed = false;
  bool IsRunning = false;
  QString Reason;
  int Runs = 1;
};

#endif
