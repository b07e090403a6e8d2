/**
 * panel/pqGranumRunOpener.h -- automatic actions of the application for a Granum Run.
 *
 * Room: plugin/panel (Qt, on the client).  Runs are checked twice a second.  When a run
 * has written its first frame, its result is opened, unless a reader has it
 * open already; the run stays selected.  Of a sweep no result is opened, but its table and chart
 * are renewed.  A run that had ended before the first check of its source is ignored.
 */
#ifndef pqGranumRunOpener_h
#define pqGranumRunOpener_h

#include <QMap>
#include <QObject>
#include <QString>
#include <QTimer>

class pqPipelineSource;

class pqGranumRunOpener : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqGranumRunOpener(QObject* parent = nullptr);
  ~pqGranumRunOpener() override;

  ///@{
  /**
   * Called by the application when the plugin is loaded and before it ends.
   */
  void startup();
  void shutdown();
  ///@}

private Q_SLOTS:
  void look();

private:
  Q_DISABLE_COPY(pqGranumRunOpener)

  void attend(pqPipelineSource* run);

  /**
   * Last known data of each run: the number of its launch, its state, which run of a sweep
   * it does, whether its result has been opened.
   */
  struct Known
  {
    int Launches = 0;
    QString State;
    int Run = -1;
    bool IsOpened = false;
  };

  QMap<pqPipelineSource*, Known> Runs;
  QTimer Timer;
};

#endif
